"""How the workers share the tests, and in which order."""

from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

DEALT = (  # slow files
    "test_build.py",
    "test_every_page.py",
    "test_live.py",
    "test_search.py",
)
TOGETHER = (  # files that read all pages, which takes a worker 5 s
    "test_figures.py",
    "test_languages.py",
    "test_notebooks.py",
    "test_orientation.py",
    "test_reading.py",
)


def share(nodeid: str) -> str:
    """What one worker does: a file, or of a slow one a test (all tests that
    have the same parameters, as a page, go together); the files that read all
    pages; a chapter's blocks."""
    path = nodeid.partition("::")[0]
    if path.endswith(".md"):
        return Path(path).stem
    if path.endswith(DEALT):
        return path + (nodeid.partition("[")[2] or nodeid)
    return "pages" if path.endswith(TOGETHER) else path


class Shares(LoadScopeScheduling):
    """Shares are dealt out in the order of the tests, as it is made below."""

    def __init__(self, config, log) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """While one worker builds the site, the others do what needs none.

    First comes a share that needs it; then the planted faults, each of which
    takes seconds, and all others; last the other shares that need it.
    """
    needs = {share(i.nodeid) for i in items if "site" in i.fixturenames}
    first = next(
        (share(i.nodeid) for i in items if share(i.nodeid) in needs), 0
    )

    def turn(item: pytest.Item) -> tuple[bool, bool, bool]:
        mine = share(item.nodeid)
        slow = item.get_closest_marker("slow")
        return mine != first, mine in needs, not slow

    items.sort(key=turn)


def pytest_xdist_make_scheduler(config, log) -> LoadScopeScheduling:
    return Shares(config, log)
