"""What only this site has on its pages: forms, questions, steps, lists.

Python gathers what a widget shows; a Jinja template says how.
"""

from datetime import date
from pathlib import Path

from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sitebuild.pages.project import View
from sitebuild.pages.site_config import ORIGINAL, tag

ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
# Of JSON, which templates put between single quotes.
JSON = {"ensure_ascii": False, "separators": (",", ":")}
ENVIRONMENT.policies["json.dumps_kwargs"] = JSON


def fill(name: str, view: View, **values: object) -> str:
    """Return the HTML of a template, filled in for a page."""
    return ENVIRONMENT.get_template(f"{name}.html").render(
        words=view.words,
        language=view.language,
        **values,
    )


def long_date(day: str, language: str) -> str:
    """Return a date (YYYY-MM-DD) in the words of a language."""
    code = "en_GB" if language == ORIGINAL else tag(language).replace("-", "_")
    return format_date(date.fromisoformat(day), "long", code)


ENVIRONMENT.filters |= {
    "date": long_date,
    "only": lambda words, keys: {key: words[key] for key in keys.split()},
    "tag": tag,
}
