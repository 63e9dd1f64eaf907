"""What is new on the site: a page since its day, others as they change.

Since when there is a page stands at its top. When its text was changed last,
git knows; where there is no git, only what is new is listed.
"""

from collections import defaultdict
from html import escape
from typing import TYPE_CHECKING

from proof.pages.settings import ORIGINAL, reading_order
from proof.site.orientation import FIRST

if TYPE_CHECKING:  # its places ask for this
    from proof.site.edition import Edition


def listing(edition: "Edition", name: str, language: str) -> str:
    """Return the days on which something changed, the newest first.

    The page `name` is not listed, nor is the first, which lists the others.
    """
    words = {key: escape(text) for key, text in edition.words[language].items()}
    new, changed = defaultdict(list), defaultdict(list)
    for other in reading_order(edition.root):
        page = edition.page(other, language)
        since = edition.page(other, ORIGINAL).meta.get("since", "")
        last = edition.changed.get(page.path, since)
        title = escape(page.meta.get("title", other))
        link = f'<a href="../{other}/">{title}</a>'
        if other not in (name, FIRST):
            about = escape(page.meta.get("description", ""))
            new[since].append(f"{link}: {about}")
            if last != since:
                changed[last].append(link)
    lines = ['<dl class="changes" data-search-exclude>']
    for day in sorted({*new, *changed}, reverse=True):
        lines.append(f'<dt><time datetime="{day}">{day}</time></dt>')
        for line in new.get(day, []):
            lines.append(f"<dd>{words['new-page'].format(page=line)}</dd>")
        if links := changed.get(day):
            said = words["changed-pages"].format(pages=", ".join(links))
            lines.append(f"<dd>{said}</dd>")
    return "\n".join([*lines, "</dl>"])
