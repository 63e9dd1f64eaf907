"""Let a page's browser load and run the site's own files, and no others.

The policy (https://www.w3.org/TR/CSP3/) stands in each page, so it holds on
every host. It names the scripts within pages that somebody has read; a page
that holds another is not published.
"""

import re
from base64 import b64encode
from hashlib import sha256

from mkdocs.exceptions import PluginError

HEAD = '<meta charset="utf-8">'
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script\s*>", re.S | re.I)
NOT_RUN = re.compile(r"""\ssrc=|\stype="application/json\"""")
# The theme's scripts: for a reader's choices (`scope` in mkdocs.yml makes it
# the same on each page), and for a tab that the address names.
REVIEWED = (
    "'sha256-exqRXrW/0laiImCrTE8a70vxyyY10FJVIppytLf/dbY='",
    "'sha256-/8wPdzX9q0NNJXyA5lzsLojXFpkeaXVxhbfkUOQaWy8='",
)
POLICY = (  # the theme's styles hold icons as data
    f"default-src 'self'; script-src 'self' {' '.join(REVIEWED)}; img-src "
    "'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'"
)
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'


def protect(html: str) -> str:
    """Return a page with its policy, which holds for all that follows it."""
    if HEAD not in html:
        raise ValueError(f"a page has no {HEAD}, so no place for its policy")
    for attributes, script in SCRIPT.findall(html):
        digest = b64encode(sha256(script.encode()).digest()).decode()
        is_known = f"'sha256-{digest}'" in REVIEWED
        if not (is_known or NOT_RUN.search(attributes)):
            raise PluginError(
                "a page holds a script that sitebuild/site/csp.py does not "
                f"know: `{script[:60]}`; move ours into docs/assets/scripts, "
                "and of the theme's read what is new and name its hash there"
            )
    return html.replace(HEAD, f"{HEAD}\n{META}", 1)
