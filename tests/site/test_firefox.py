"""A page of each type in Firefox: console, requests, overflow, keyboard."""

import shutil

import pytest
from browser import CHAPTER, PATIENCE, TYPES
from conftest import absent, sample
from firefox import Firefox, started

PATHS = sample(TYPES, CHAPTER, slow={*TYPES} - {CHAPTER})
WIDE = "() => document.documentElement.scrollWidth"
STOPS = 40  # of the Tab key, from the start
# What has the focus, and whether it is in the window. A window of no screen is
# never at the front, so Firefox draws no ring: that is seen in Chromium.
FOCUS = """async () => {
  const part = document.activeElement;
  const isInside = () => {
    const { top, bottom } = part.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  for (let frames = 60; frames && !isInside(); frames--) // it scrolls there
    await new Promise(requestAnimationFrame);
  return [part.outerHTML, isInside()];
}"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        absent("firefox", "firefox-esr")
    profile = tmp_path_factory.mktemp("firefox")
    with started(program, profile, PATIENCE / 1000) as tab:
        yield tab


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_fit_for_readers_with_firefox(firefox: Firefox, url, path):
    firefox.logged.clear()
    firefox.requests.clear()
    firefox.resize(1280)
    firefox.goto(url + path)
    parts = set()
    for _ in range(STOPS):
        firefox.press("Tab")
        part, inside = firefox.evaluate(FOCUS)
        assert inside, part
        parts.add(part)
    assert len(parts) > STOPS / 4, "the keyboard gets on"
    firefox.resize(320)
    assert firefox.evaluate(WIDE) <= 320
    assert firefox.logged == []
    own = url, "data:", "blob:"
    assert [r for r in firefox.requests if not r.startswith(own)] == []
