"""What `make lighthouse` visits is sent as the hosting sends it."""

import json
from urllib.request import urlopen

import brotli
import pytest

from benchmarks import lighthouse

pytestmark = pytest.mark.slow


def test_a_page_is_sent_compressed_and_what_has_no_twin_as_it_is(tmp_path):
    (tmp_path / "index.html").write_text("<p>one", "utf-8")
    twin = brotli.compress(b"<p>one")
    (tmp_path / "index.html.br").write_bytes(twin)
    (tmp_path / "a.css").write_text("p {}", "utf-8")
    with lighthouse.served(tmp_path) as address:
        with urlopen(address) as page:
            assert page.read() == twin
            assert page.headers["Content-Encoding"] == "br"
            assert page.headers["Content-Type"] == "text/html"
        with urlopen(f"{address}a.css") as style:
            assert style.read() == b"p {}"
            assert style.headers["Content-Encoding"] is None


@pytest.mark.slow
def test_of_visits_the_median_counts(tmp_path, monkeypatch, capsys):
    scores = iter([0.5, 0.9, 0.8, 0.7, 0.6])

    def visited(command, **_):
        audits = {
            name: {"numericValue": 0} for name in lighthouse.AUDITS.values()
        }
        score = {"performance": {"score": next(scores)}}
        text = json.dumps({"categories": score, "audits": audits})
        return type("Result", (), {"stdout": text})

    monkeypatch.setattr(lighthouse.subprocess, "run", visited)
    monkeypatch.setattr(lighthouse.shutil, "which", lambda name: name)
    monkeypatch.setattr(lighthouse, "PAGES", ("",))
    assert lighthouse.main([str(tmp_path)]) is None
    assert capsys.readouterr().out.splitlines()[1].startswith("70\t0\t0\t")
