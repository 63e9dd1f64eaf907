"""The scripts that people read to learn have the types that they name."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import DEADLOCK, ROOT, absent

SCRIPTS = ROOT / "docs/assets/scripts"
THEME = (ROOT / "docs/assets/theme/main.html").read_text("utf-8")
TYPED = [
    f"model/{name}.js"
    for names in re.findall(r"for name in \[(.+?)\]", THEME)
    for name in re.findall(r'"(\w+)"', names)
]
TYPED += ["form.js", "looks.js", "translator.js", "reverser.js", "live.js"]
TSC = ROOT / ".cache/types/node_modules/typescript/bin/tsc"
OPTIONS = "--allowJs --checkJs --noEmit --strict --target es2022"
OPTIONS += " --lib es2022,dom,dom.iterable"


def errors(folder: Path) -> list[str]:
    """What TypeScript has against the scripts of a folder, a line each."""
    if shutil.which("node") is None:
        absent("node", "nodejs npm")
    if not TSC.is_file():
        absent("checker of types", "npm && make types")
    command = ["node", TSC, *OPTIONS.split(), *TYPED]
    result = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, timeout=DEADLOCK
    )
    return result.stdout.splitlines()


def test_every_script_of_the_model_is_checked_and_loaded():
    files = {f"model/{file.name}" for file in SCRIPTS.glob("model/*")}
    assert files < {*TYPED}


def test_the_types_hold():
    assert errors(SCRIPTS) == []


@pytest.mark.weekly
@pytest.mark.parametrize(
    "name, old, new",
    [
        ("encoder", "maps.push(weights)", "maps.push(x)"),
        ("scaled", "transpose(k)", "transpose(k[0])"),
        ("decoder", "layer.forward(x, memory", "layer.forward(x, memory[0]"),
        ("transformer", 'state.part("encoder")', '"encoder"'),
        ("reverser", "read_out.forward(y)", "read_out.forward(weights)"),
    ],
)
def test_a_wrong_type_is_found(tmp_path, name, old, new):
    shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True)
    file = tmp_path / f"model/{name}.js"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")
    assert f"{name}.js" in errors(tmp_path)[0]
