"""Each link of a built site leads to a file of it, and to a place there."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

CODE = re.compile(r"(?s)<!--.*?-->|(<(script|style)\b[^>]*>).*?</\2>")
TAG = re.compile(r"""<[a-zA-Z][^\s>]*\s((?:"[^"]*"|'[^']*'|[^'">])*)>""")
VALUE = re.compile(r"""([^\s"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
LINKS = ("href", "src", "poster")
NOT_FOUND = "404.html"  # a host shows it at any address


def broken(site: Path, address: str) -> list[str]:
    """Return the links of a site's pages that lead nowhere, each with its file.

    `address` is the site's own: links below it are followed, too. Those to
    other sites are not.
    """
    pages = {
        file.relative_to(site).as_posix(): read(file.read_text("utf-8"))
        for file in sorted(site.glob("**/*.html"))
    }
    files = {
        file.relative_to(site).as_posix()
        for file in site.glob("**/*")
        if file.is_file()
    }
    top, found = urlsplit(address).path, []
    for name, (_, links) in pages.items():
        here = address + name.removesuffix("index.html")
        if name.endswith(NOT_FOUND):
            here = f"{address}some/where/else/"
        for link in sorted(links):
            goal = urlsplit(urljoin(here, link))
            if goal[:2] != urlsplit(address)[:2]:
                continue
            path, place = unquote(goal.path), unquote(goal.fragment)
            file = path.removeprefix(top)
            file += "index.html" if file.endswith("/") or not file else ""
            if not path.startswith(top) or file not in files:
                found.append(f"{name}: the link `{link}` leads to no file")
            elif place and place not in pages.get(file, ({place}, ()))[0]:
                found.append(f"{name}: the link `{link}` leads to no place")
    return found


def read(html: str) -> tuple[set[str], set[str]]:
    """Return the places of a page, and its links."""
    places, links = set(), set()
    for tag in TAG.finditer(CODE.sub(r"\1", html)):
        for kind, *values in VALUE.findall(tag[1]):
            value = unescape("".join(values))
            if kind == "id":
                places.add(value)
            elif kind in LINKS:
                links.add(value)
            elif kind == "srcset":
                links.update(part.split()[0] for part in value.split(", "))
    return places, links
