"""Note the ids of all headings as published: `python -m proof.pages.ids`.

None of them can then go without one that takes its place.
"""

from pathlib import Path

from proof.files import read_data, write
from proof.pages.places import IDS
from proof.pages.project import Project

HEAD = """\
# The ids that were published: a link to one of them still lands there, or on
# what docs/moved.yml names in its place. `make ids` adds those of today.
"""


def note(root: Path) -> int:
    """Add what is not yet noted; return how many ids are."""
    known = {k: set(ids) for k, ids in read_data(root, IDS).items()}
    for name, page in Project(root).originals.items():
        known.setdefault(name, set()).update(h.id for h in page.headings)
    parts = [
        "".join([f"\n{name}:\n", *(f"  - {key}\n" for key in sorted(ids))])
        for name, ids in sorted(known.items())
    ]
    write(root / IDS, HEAD + "".join(parts))
    return sum(map(len, known.values()))


if __name__ == "__main__":
    print(f"{note(Path.cwd())} ids are noted in {IDS}")
