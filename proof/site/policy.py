"""What a page's browser may load and run: the site's own files, no others.

The policy (https://www.w3.org/TR/CSP3/) stands in the page itself, so it holds
on every host, also where no headers can be set. The few scripts that the theme
writes into a page are allowed by their hashes; they are the ones known here,
and a page that holds another is not published.
"""

import re
from base64 import b64encode
from hashlib import sha256

from mkdocs.exceptions import PluginError

HEAD = '<meta charset="utf-8">'
SCRIPT = re.compile(r"<script>(.+?)</script>", re.S)
# The theme's: what keeps a reader's choices, in which only the way to the
# site's top differs; a tab named in the address. After an update of the theme:
# read what is new, then name it.
KNOWN = {
    "'sha256-frNoT9rNKIH2e5QomDJzop2HdNi8gmIq+bZajsEDKpA='",
    "'sha256-/8wPdzX9q0NNJXyA5lzsLojXFpkeaXVxhbfkUOQaWy8='",
}
TOP = re.compile(r'new URL\("[./\w-]*",location\)')


def policy(html: str) -> str:
    """Return the Content-Security-Policy of a whole page."""
    scripts = SCRIPT.findall(html)
    if foreign := [text for text in scripts if not known(text)]:
        raise PluginError(
            f"a page holds a script that proof/site/policy.py does not know: "
            f"`{foreign[0][:60]}`; move ours into docs/assets/scripts, and of "
            "the theme's read what is new and name its hash there"
        )
    scripts = dict.fromkeys(map(source, scripts))
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", *scripts],
        "img-src": ["'self'", "data:"],  # icons of the theme's styles
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(
        " ".join([name, *values]) for name, values in rules.items()
    )


def known(script: str) -> bool:
    """Tell whether a script is one that the theme is known to have."""
    return source(TOP.sub('new URL("",location)', script)) in KNOWN


def source(script: str) -> str:
    """Return how a policy names a script that stands in the page."""
    digest = sha256(script.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def protect(html: str) -> str:
    """Return the page with its policy, which holds for all that follows."""
    if HEAD not in html:
        raise ValueError(f"a page has no {HEAD}, so no place for its policy")
    rule = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    )
    return html.replace(HEAD, f"{HEAD}\n{rule}", 1)
