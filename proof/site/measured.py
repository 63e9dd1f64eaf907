"""What is said of blocks whose numbers no other run gives again.

Such a block says so in its last line (`proof.pages.code`); below what it gave
the machine is named, where `proof.pages.resolve` has marked the place.
"""

from html import escape


def said(words: dict[str, str], made: dict[str, str]) -> str:
    """Say where and when a chapter's numbers were measured.

    `made` is what is kept of its recordings; a gate asks for the machine.
    """
    return words["measured"].format(**{"machine": "", "threads": ""} | made)


def note(words: dict[str, str], made: dict[str, str]) -> str:
    """Return what is said as a line of HTML."""
    text = escape(said(words, made))
    return f'<p class="notice measured" data-search-exclude>{text}</p>'
