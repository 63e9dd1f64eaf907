"""The colours of figures: one a role, as in the light scheme of the site.

On a page each becomes its role again, which the style sheet
docs/assets/styles/colours.css colours in both schemes.
"""

ROLES = {
    "paper": "#fcfbf8",
    "ink": "#1c1b22",
    "quiet": "#5a5866",
    "query": "#b03a06",
    "key": "#1f5fae",
    "value": "#1a7145",
    "weight": "#6a3cb5",
    "minus": "#8a5a00",
    "little": "#010101",
    "some": "#000001",
    "much": "#ffffff",
}

INK, PAPER, QUIET = ROLES["ink"], ROLES["paper"], ROLES["quiet"]
QUERY, KEY, VALUE = ROLES["query"], ROLES["key"], ROLES["value"]
WEIGHT, MINUS = ROLES["weight"], ROLES["minus"]
# Digits on a share of WEIGHT: on little of it, on some, on much.
DIGITS = ROLES["little"], ROLES["some"], ROLES["much"]
