"""What a first visit to a page loads, and whether the page jumps meanwhile."""

import pytest
from conftest import ADDRESSES

# kB, compressed as the shipped hosting sends it (tools/nginx.conf).
BUDGET = {"page": 40, "all": 160}
SHIFT = 0.01  # cumulative layout shift, https://web.dev/articles/cls
OBSERVE = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


def sent(site, address: str) -> int:
    """Bytes of a file on the way: its compressed twin's, if it has one."""
    file = site / address.partition("#")[0]
    file = file / "index.html" if file.is_dir() else file
    twin = file.with_name(f"{file.name}.br")
    return (twin if twin.is_file() else file).stat().st_size


@pytest.fixture(scope="module")
def table(request):
    """A line for each page, shown when all are weighed."""
    lines = [f"{'kB':>8} {'all':>6} {'shift':>8}"]
    yield lines
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        print("", *lines, sep="\n")


@pytest.mark.parametrize("path", ADDRESSES.values())
def test_a_first_visit_is_light_and_nothing_jumps(
    browser, url, site, table, path
):
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.add_init_script(OBSERVE)
    loaded = []
    page.on("requestfinished", lambda request: loaded.append(request.url))
    page.goto(url + path, wait_until="networkidle")
    page.evaluate("document.fonts.ready")
    shift = page.evaluate("shift")
    context.close()
    sizes = {
        address: sent(site, address.removeprefix(url))
        for address in loaded
        if address.startswith(url)
    }
    weight = {"page": sizes[url + path], "all": sum(sizes.values())}
    numbers = [weight["page"] / 1000, weight["all"] / 1000]
    table.append("{:8.1f} {:6.1f} {:8.4f}  /{}".format(*numbers, shift, path))
    assert not [name for name in BUDGET if weight[name] > 1000 * BUDGET[name]]
    assert shift < SHIFT
