"""What a page's browser may load and run: the site's own files, no others.

The policy (https://www.w3.org/TR/CSP3/) stands in the page itself, so it holds
on every host, also where no headers can be set.
It is one text for all pages: it names the scripts within pages that somebody
has read, and not what is found there. A page that holds another is not
published.
"""

import re
from base64 import b64encode
from hashlib import sha256

from mkdocs.exceptions import PluginError

HEAD = '<meta charset="utf-8">'
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script\s*>", re.S | re.I)
NOT_RUN = re.compile(r"""\ssrc=|\stype="application/json\"""")
# The theme's: what keeps a reader's choices, the same on each page since
# mkdocs.yml gives it a `scope`; a tab named in the address. After an update of
# the theme: read what is new, then name it.
REVIEWED = (
    "'sha256-exqRXrW/0laiImCrTE8a70vxyyY10FJVIppytLf/dbY='",
    "'sha256-/8wPdzX9q0NNJXyA5lzsLojXFpkeaXVxhbfkUOQaWy8='",
)
RULES = {
    "default-src": "'self'",
    "script-src": f"'self' {' '.join(REVIEWED)}",
    "img-src": "'self' data:",  # icons of the theme's styles
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
POLICY = "; ".join(f"{name} {values}" for name, values in RULES.items())
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'


def unknown(html: str) -> str:
    """Return a script that a page holds and nobody has read, if any."""
    held = [m[2] for m in SCRIPT.finditer(html) if not NOT_RUN.search(m[1])]
    return next((text for text in held if source(text) not in REVIEWED), "")


def source(script: str) -> str:
    """Return how a policy names a script that stands in the page."""
    digest = sha256(script.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def protect(html: str) -> str:
    """Return the page with its policy, which holds for all that follows."""
    if HEAD not in html:
        raise ValueError(f"a page has no {HEAD}, so no place for its policy")
    if script := unknown(html):
        raise PluginError(
            f"a page holds a script that sitebuild/site/csp.py does not know: "
            f"`{script[:60]}`; move ours into docs/assets/scripts, and of "
            "the theme's read what is new and name its hash there"
        )
    return html.replace(HEAD, f"{HEAD}\n{META}", 1)
