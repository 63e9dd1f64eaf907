"""The search index, one for each language of the site; formulas as text."""

import json
import re
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from proof.pages.settings import ORIGINAL
from proof.site.addresses import folder

INDEX = "search/search_index.json"  # the theme loads it with every page
DOCS = "search/docs.{}.json"  # by its digest; words.js loads it for a search
STEMMERS = "assets/javascripts/lunr/min/lunr.{}.min.js"


def split(site: Path, languages: list[str]) -> None:
    """Give each language the entries of its own pages, with its own stems.

    The theme looks for the index below the page's `base` and resolves what it
    finds against it (see docs/assets/theme/main.html). It loads it with each
    page, so the index only says where the entries are.
    """
    index = json.loads((site / INDEX).read_text("utf-8"))
    others = tuple(folder(code) for code in languages if code != ORIGINAL)
    for language in languages:
        own = folder(language)
        docs = [
            {**entry, "location": entry["location"].removeprefix(own)}
            for entry in index["docs"]
            if entry["location"].startswith(own or others) == bool(own)
        ]
        known = (site / STEMMERS.format(language)).is_file()
        text = json.dumps(docs, ensure_ascii=False)
        later = own + DOCS.format(sha256(text.encode()).hexdigest()[:8])
        config = {
            **index["config"],
            "lang": [language if known else ORIGINAL],
            "later": later,
        }
        (site / own / "search").mkdir(parents=True, exist_ok=True)
        (site / later).write_text(text, "utf-8")
        head = json.dumps({"config": config, "docs": []})
        (site / own / INDEX).write_text(head, "utf-8")


MATH = re.compile(r"<math\b.*?</math>", re.S)
SAID = re.compile(r"<!--(<math\b.*?</math>)-->.*?<!---->", re.S)
NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot);)\w+;")  # not in XML
SIMPLE = re.compile(r"√?[\w.]*|.|\([^()]*\)|\[[^\[\]]*\]")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def with_text(html: str) -> str:
    """Return a page for the index, its formulas written in a line.

    The formula itself is kept in a comment, for `with_formulas`.
    """
    return MATH.sub(lambda m: f"<!--{m[0]}-->{text_of(m[0])}<!---->", html)


def with_formulas(html: str) -> str:
    """Return the page as readers see it, of which `with_text` made another."""
    return SAID.sub(r"\1", html)


def text_of(mathml: str) -> str:
    xml = NAMED.sub(lambda match: unescape(match[0]), mathml)
    return escape(written(fromstring(xml)), quote=False)


def written(element: Element) -> str:
    """Return a formula in one line, with signs for roots and fractions."""
    parts = [written(child) for child in element]
    match element.tag:
        case "msqrt":
            return f"√{grouped(''.join(parts))}"
        case "mfrac":
            return "/".join(map(grouped, parts))
        case "msup" | "msubsup":
            *base, power = parts
            raised = power.translate(RAISED)
            written_so = raised if power.isdecimal() else f"^{grouped(power)}"
            return "".join(base) + written_so
        case "mtr":
            return " ".join(parts).strip()
        case "mtable":
            return "; ".join(parts)
    return "".join([(element.text or "").strip(), *parts])


def grouped(text: str) -> str:
    """Put a text in parentheses, where it would else be torn apart."""
    return text if SIMPLE.fullmatch(text) else f"({text})"
