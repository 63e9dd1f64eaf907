"""What a page's browser may load and run: the site's own files, no others.

The policy (https://www.w3.org/TR/CSP3/) stands in the page itself, so it holds
on every host, also where no headers can be set. The few scripts that the theme
writes into a page are allowed by their hashes, which are taken when the page
is complete.
"""

import re
from base64 import b64encode
from hashlib import sha256

HEAD = '<meta charset="utf-8">'
SCRIPT = re.compile(r"<script>(.+?)</script>", re.S)


def policy(html: str) -> str:
    """The Content-Security-Policy of a whole page."""
    scripts = dict.fromkeys(map(source, SCRIPT.findall(html)))
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


def source(script: str) -> str:
    """How a policy names a script that stands in the page."""
    digest = sha256(script.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def protect(html: str) -> str:
    """The page with its policy, which holds for all that follows it."""
    if HEAD not in html:
        raise ValueError(f"a page has no {HEAD}, so no place for its policy")
    rule = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    )
    return html.replace(HEAD, f"{HEAD}\n{rule}", 1)
