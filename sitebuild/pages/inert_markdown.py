"""Make Python-Markdown inert: what a page says can run and load nothing.

Raw HTML becomes text, since the processors that let it through are gone.
Attributes and addresses that are on no list are dropped; a check refuses them
before, and names their line.
"""

import re
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

# The pages' parser knows none of these (`sitebuild.pages.markdown_parser`).
BLOCKS = ("setextheader", "hr", "reference")
INLINE = ("html", "entity", "autolink", "automail", "reference")
INLINE += ("image_reference", "short_reference", "short_image_ref")
# A class of the theme could lay an element over the page: only these may be.
BOXES = ("example", "info", "note", "question", "success", "tip", "warning")
PREDICTION = "predict-"  # begins the name of a question
ANSWERED = "predicted"  # class of the fold with what answers it
CLASSES = (
    "md-button|md-button--primary|formula|admonition|admonition-title|"
    rf"{'|'.join(BOXES)}|{ANSWERED}|{PREDICTION}[a-z0-9-]+"
)
ATTRIBUTES = ("id", "alt", "align")
TARGET = re.compile(
    r"(?:[a-z0-9-]+\.md)?(?:#[a-z0-9-]+)?|https://[A-Za-z0-9_./~%?=&:+#-]+"
)


class InertTreeprocessor(Treeprocessor):
    """Drops attributes that are on no list."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            for name, value in [*element.items()]:
                if not is_known(element.tag, name, value):
                    del element.attrib[name]


def is_known(tag: str, name: str, value: str) -> bool:
    """Tell whether an element may have an attribute with this value."""
    if name == "href":
        return bool(TARGET.fullmatch(value))
    if name == "class":
        return all(re.fullmatch(CLASSES, part) for part in value.split())
    return name in ATTRIBUTES


class InertExtension(Extension):
    """Takes out of Python-Markdown what the pages do not need."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.preprocessors.deregister("html_block")
        for name in BLOCKS:
            md.parser.blockprocessors.deregister(name)
        for name in INLINE:
            md.inlinePatterns.deregister(name)
        # After attributes (8) and the table of contents (5).
        md.treeprocessors.register(InertTreeprocessor(md), "inert", 3)


makeExtension = InertExtension  # the name that Python-Markdown looks for
