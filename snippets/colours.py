"""The colours of figures: one a role, as the style sheet of the site has it.

A figure is drawn in the colours of the light scheme. On a page each becomes
its role again, which the style sheet colours in both schemes.
"""

import re
from pathlib import Path

STYLES = "docs/assets/styles/colours.css"
text = Path(__file__).parents[1].joinpath(STYLES).read_text("utf-8")
ROLES = dict(re.findall(r"--(\w+): (#\w+)", text.partition("}")[0]))

INK, PAPER, QUIET = ROLES["ink"], ROLES["paper"], ROLES["quiet"]
QUERY, KEY, VALUE = ROLES["query"], ROLES["key"], ROLES["value"]
WEIGHT, MINUS = ROLES["weight"], ROLES["minus"]
# Digits on a share of WEIGHT: on little of it, on some, on much.
DIGITS = ROLES["little"], ROLES["some"], ROLES["much"]
