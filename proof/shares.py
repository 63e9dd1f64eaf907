"""The pages that one of several machines tests.

`python -m proof.shares 2/3` prints the second machine's pages of three, for
`pytest @file`. A page stays together with its translations, which share a run;
pages without blocks have nothing to test.
"""

import argparse
import sys
from pathlib import Path

from proof.pages.page import read_pages

ROOT = Path(__file__).parent.parent


def share(root: Path, number: int, count: int) -> list[str]:
    """Paths of the pages of share `number`, from 1 to `count`."""
    blocks: dict[str, int] = {}  # of all languages
    paths: dict[str, list[str]] = {}
    for page in read_pages(root):
        if page.blocks:
            blocks[page.name] = blocks.get(page.name, 0) + len(page.blocks)
            paths.setdefault(page.name, []).append(page.path)
    names = sorted(paths, key=lambda name: (-blocks[name], name))
    return [path for name in names[number - 1 :: count] for path in paths[name]]


def fraction(text: str) -> tuple[int, int]:
    """`2/3` as two numbers; ValueError if there is no such share."""
    number, count = map(int, text.split("/"))
    if not 1 <= number <= count:
        raise ValueError(text)
    return number, count


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m proof.shares", description=__doc__.split("\n\n")[0]
    )
    parser.add_argument("share", type=fraction, help="as 2/3")
    pages = share(ROOT, *parser.parse_args(arguments).share)
    if not pages:
        print("this share has no pages: ask for fewer", file=sys.stderr)
        return 1
    print("\n".join(pages))
    return 0


if __name__ == "__main__":
    sys.exit(main())
