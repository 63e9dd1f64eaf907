"""Make one small style sheet of those of all pages, for which readers wait.

More than half of the theme's is for parts that no page of this site has.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import tinycss2

# docs/assets/styles draw folds, boxes, code, the footer and some of the header;
# the theme's script names the rest, which mkdocs.yml has switched off.
LEFT_OUT = re.compile(
    r"\b(details|summary)\b"
    r"|admonition|annotation|mermaid|tabbed|md-(version|status|tag)"
    r"|md-(header--shadow|header__topic|footer)"
    r"|md-(search__form:hover|select__inner:after)"
    r"|\.highlight \."
)
CLASS = re.compile(r"\.([\w-]+)|\[data-md-color-\w+=([\w-]+)\]")
LINKS = re.compile(
    r'(<link rel="stylesheet" href="[^"]*assets/)stylesheets/main[^"]*">'
    r'(\s*<link rel="stylesheet" href="[^"]*">)*'
)
ALL = "styles/all.css"  # in the folder `assets`
BLANK = re.compile(r"(?s)(?:/\*.*?\*/|\s)+")
VARIABLE = re.compile(r"""(?<=[{;])(--[\w-]+):("[^"]*"|[^;"}])*;?""")


def link_once(html: str) -> str:
    """Return a page with one link to what `join` makes of all its sheets."""
    return LINKS.sub(rf'\1{ALL}">', html)


def join(site: Path, ours: list[str]) -> None:
    """Write the theme's style sheets and ours, which all pages have, as one."""
    prune(site)
    theme = sorted(site.glob("assets/stylesheets/*.css"))  # main, then palette
    sheets = [*theme, *(site / sheet for sheet in ours)]
    joined = "".join(sheet.read_text("utf-8") for sheet in sheets)
    (site / "assets" / ALL).write_text(joined, "utf-8")
    for file in [*sheets, *site.glob("assets/stylesheets/*.map")]:
        file.unlink()


def prune(site: Path) -> None:
    """Rewrite the theme's style sheets, and ours without their comments."""
    texts = [f.read_text("utf-8") for f in site.rglob("*.html")]
    texts += [f.read_text("utf-8") for f in site.rglob("assets/**/*.js")]
    texts += [f.read_text("utf-8") for f in site.glob("assets/styles/*.css")]
    for file in site.glob("assets/styles/*.css"):
        file.write_text(BLANK.sub(" ", file.read_text("utf-8")), "utf-8")
    names = {name for text in texts for name in re.findall(r"[\w-]+", text)}
    styles = {}
    for file in site.glob("assets/stylesheets/*.css"):
        rules = tinycss2.parse_stylesheet(file.read_text("utf-8"), True, True)
        styles[file] = "".join(used(rules, names))
    # One sheet reads variables that another one sets.
    names.update(re.findall(r"var\((--[\w-]+)", "".join(styles.values())))
    for file, style in styles.items():
        style = VARIABLE.sub(lambda m: m[0] if m[1] in names else "", style)
        file.write_text(style, "utf-8")


def used(rules: list, names: set[str]) -> Iterator[str]:
    """Yield rules as CSS, with the selectors whose classes are in `names`."""
    for rule in rules:
        content = tinycss2.serialize(rule.content or [])
        prelude = tinycss2.serialize(rule.prelude)
        if rule.type == "at-rule":
            if rule.lower_at_keyword in ("media", "supports"):
                nested = tinycss2.parse_rule_list(rule.content, True, True)
                content = "".join(used(nested, names))
            if content:
                yield f"@{rule.at_keyword}{prelude}{{{content}}}"
            continue
        selectors = re.split(r",(?![^(]*\))", prelude)
        kept = [s for s in selectors if applies(s, names)]
        if kept:
            yield f"{','.join(kept)}{{{content}}}"


def applies(selector: str, names: set[str]) -> bool:
    """Tell whether elements may exist that a selector means."""
    without = re.sub(r":not\([^)]*\)", "", selector)
    classes = {a or b for a, b in CLASS.findall(without)}
    return classes <= names and not LEFT_OUT.search(without)
