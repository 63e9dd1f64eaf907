"""Every built page is HTML as the standard allows (the W3C's Nu checker)."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ADDRESSES, DEADLOCK, ROOT, absent

from sitebuild.site.page_html import finished

pytestmark = pytest.mark.slow

MADE = ROOT / ".cache/vnu/node_modules/vnu-jar/build/dist/vnu.jar"
# MathML Core has these on each element, the schema of the checker has not yet.
KNOWN = ".*Attribute “(displaystyle|scriptlevel)” not allowed on element “m.*"
JAR = Path(os.environ.get("VNU_JAR") or MADE)


def errors(files: list[Path]) -> str:
    """What the checker has against pages, a line each; else nothing."""
    if shutil.which("java") is None:
        absent("java", "default-jre-headless")
    if not JAR.is_file():
        absent("checker of HTML", "npm && make checkers")
    options = "--errors-only", "--format", "gnu", "--filterpattern", KNOWN
    command = ["java", "-jar", JAR, *options, *files]
    result = subprocess.run(
        command, stderr=subprocess.PIPE, text=True, timeout=DEADLOCK
    )
    assert result.returncode in (0, 1), result.stderr
    return result.stderr


def test_no_built_page_has_an_error(site):
    files = [site / address / "index.html" for address in ADDRESSES.values()]
    assert errors([*files, *site.rglob("404.html")]) == ""


def test_a_switch_of_the_theme_loses_what_is_for_text():
    switch = '<input class="md-toggle" type="checkbox" autocomplete="off">'
    field = '<input type="text" autocomplete="off">'
    assert finished(switch + field, {"sideways": ""}) == (
        f'<input class="md-toggle" type="checkbox">{field}'
    )
