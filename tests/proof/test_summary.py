"""Summaries of test reports and translations; shares of the pages."""

import io
import re

import pytest
from conftest import ROOT, speak

from proof import shares, summary
from proof.pages.page import read_pages
from proof.summary import Result
from proof.translate import commands

TESTS = """\
import pytest


def helper(value):
    assert value == 2, "not | two"


def test_wrong():
    helper(1)


def test_skipped():
    pytest.skip("no such device")


@pytest.fixture
def broken():
    raise RuntimeError("planted")


def test_error(broken):
    pass


def test_right():
    pass
"""


@pytest.fixture
def report(pytester, capsys):
    """A function: the report of a test file, as pytest writes it."""

    def write(text: str):
        pytester.makepyfile(test_demo=text)
        pytester.runpytest("--junitxml=report.xml")
        capsys.readouterr()
        return pytester.path / "report.xml"

    return write


def test_failures_skips_and_errors_are_counted_and_placed(report, capsys):
    assert summary.main(["tests", str(report(TESTS))]) == 1
    text = capsys.readouterr().out
    assert text.startswith("## 1 passed, 2 failed, 1 skipped\n")
    assert "* `test_demo.py:9` `AssertionError: not | two" in text
    assert '* `test_demo.py:18` `failed on setup with "RuntimeError' in text
    assert "`test_demo::test_right`" in text


def test_a_block_that_fails_is_found_on_its_page(small, pytester, capsys):
    (small / "docs/outputs/demo/two.txt").write_text("3\n")
    pytester.runpytest("docs", "--junitxml=report.xml")
    assert summary.main(["tests", str(small / "report.xml")]) == 1
    assert "* `docs/en/demo.md:11` " in capsys.readouterr().out


def test_a_report_with_skips_alone_is_no_failure(report, capsys):
    text = "import pytest\n\ndef test_a():\n    pytest.skip('never')\n"
    assert summary.main(["tests", str(report(text))]) == 0
    assert "## 0 passed, 0 failed, 1 skipped" in capsys.readouterr().out


def test_a_file_that_cannot_be_collected_is_a_failure(report, capsys):
    assert summary.main(["tests", str(report("import nothing_such\n"))]) == 1
    text = capsys.readouterr().out
    assert "0 passed, 1 failed" in text and "`test_demo.py:1`" in text


def test_several_reports_are_one(report, capsys):
    file = str(report("def test_a():\n    pass\n"))
    assert summary.main(["tests", file, file]) == 0
    assert "## 2 passed" in capsys.readouterr().out


@pytest.mark.parametrize("text", [None, "", "<testsuites/>", "<testsuite"])
def test_no_result_is_an_error(tmp_path, capsys, text):
    file = tmp_path / "report.xml"
    if text is not None:
        file.write_text(text)
    assert summary.main(["tests", str(file)]) == 2
    assert "## No result" in capsys.readouterr().out


def test_no_test_is_an_error(report, capsys):
    assert summary.main(["tests", str(report("x = 1\n"))]) == 2


def test_the_first_failures_and_the_slowest_are_shown():
    tests = [Result(f"t{k}", "failed", k, "`a`|b\nc") for k in range(12)]
    text = "\n".join(summary.of_tests(tests))
    assert "* `t9` `'a'|b`" in text and "`t10` `'a'" not in text
    assert "* and 2 more" in text
    slowest = re.findall(r"^\| (\d+\.\d) \|", text, re.M)
    assert slowest == ["11.0", "10.0", "9.0", "8.0", "7.0"]


def test_translations_name_what_is_left(small, monkeypatch, capsys):
    page = small / "docs/pt/demo.md"
    speak(small, "en", "pt")
    page.write_text("# Demonstração { #demo data-from=00000000 .machine }\n")
    states = commands.as_json(small)
    monkeypatch.setattr("sys.stdin", io.StringIO(states))
    assert summary.main(["translations"]) == 0
    text = capsys.readouterr().out
    assert "**pt**: 0 of 1 sections and entries are current; 1 were" in text
    assert "| `docs/pt/demo.md` | 1 | 0 | 0 | 0 | 0 |" in text


def test_translations_without_work_left_are_one_line():
    state = {"language": "pt", "path": "a", "machine": False}
    text = list(summary.of_translations([state | {"status": "current"}]))
    assert text[2].startswith("**pt**: 1 of 1") and len(text) == 3


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_shares_are_all_pages_with_blocks_each_once(count):
    dealt = [shares.share(ROOT, k + 1, count) for k in range(count)]
    pages = {page.path for page in read_pages(ROOT) if page.blocks}
    assert sorted(sum(dealt, [])) == sorted(pages)
    for paths in dealt:
        names = {path.rpartition("/")[2] for path in paths}
        others = pages - set(paths)
        assert not names & {path.rpartition("/")[2] for path in others}


def test_shares_are_printed_for_pytest(capsys):
    assert shares.main(["2/3"]) == 0
    printed = capsys.readouterr().out.split()
    assert printed == shares.share(ROOT, 2, 3)


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b"])
def test_what_is_no_share_is_refused(text):
    with pytest.raises(SystemExit):
        shares.main([text])


def test_a_share_without_pages_is_an_error(capsys):
    assert shares.main(["99/99"]) == 1  # pytest would test everything
