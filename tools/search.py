"""The search index, one for each language of the site."""

import json
from hashlib import sha256
from pathlib import Path

from tools.addresses import folder
from tools.page import ORIGINAL

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
