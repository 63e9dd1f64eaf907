"""The search index, one for each language of the site."""

import json
from pathlib import Path

from tools.addresses import folder
from tools.page import ORIGINAL

INDEX = "search/search_index.json"
STEMMERS = "assets/javascripts/lunr/min/lunr.{}.min.js"


def split(site: Path, languages: list[str]) -> None:
    """Give each language the entries of its own pages, with its own stems.

    The theme looks for the index below the page's `base` and resolves what it
    finds against it (see docs/assets/theme/main.html).
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
        config = {**index["config"], "lang": [language if known else ORIGINAL]}
        file = site / own / INDEX
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"config": config, "docs": docs}, ensure_ascii=False)
        file.write_text(text, "utf-8")
