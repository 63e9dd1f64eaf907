"""All scripts have the types that they name, and those of the page."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import DEADLOCK, ROOT, absent

SCRIPTS = ROOT / "docs/assets/scripts"
TSC = ROOT / ".cache/types/node_modules/typescript/bin/tsc"
OPTIONS = "--allowJs --checkJs --noEmit --strict --target es2022"
OPTIONS += " --lib es2022,dom,dom.iterable"
THEME = ROOT / "tests/site/theme.d.ts"


def scripts(folder: Path) -> list[str]:
    """All scripts of a folder, by their paths in it."""
    files = sorted(folder.glob("**/*.js"))
    return [file.relative_to(folder).as_posix() for file in files]


def errors(folder: Path) -> list[str]:
    """What TypeScript has against the scripts of a folder, a line each."""
    if shutil.which("node") is None:
        absent("node", "nodejs npm")
    if not TSC.is_file():
        absent("checker of types", "npm && make types")
    command = ["node", TSC, *OPTIONS.split(), THEME, *scripts(folder)]
    result = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, timeout=DEADLOCK
    )
    return result.stdout.splitlines()


@pytest.mark.parametrize("folder", [SCRIPTS, ROOT / "proof/site"])
@pytest.mark.slow
def test_the_types_hold(folder):
    assert scripts(folder) and errors(folder) == []


@pytest.mark.slow
def test_a_wrong_type_is_found_in_a_new_script(tmp_path):
    shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True)
    wrong = "attention.softmax(attention.transpose([[0]]));\n"
    (tmp_path / "new.js").write_text(wrong, "utf-8")
    (error, *_) = errors(tmp_path)
    assert error.startswith("new.js(1,19): error")


@pytest.mark.weekly
@pytest.mark.parametrize(
    "name, old, new",
    [
        ("model/encoder", "maps.push(weights)", "maps.push(x)"),
        ("model/scaled", "transpose(k)", "transpose(k[0])"),
        (
            "model/decoder",
            "layer.forward(x, memory",
            "layer.forward(x, memory[0]",
        ),
        ("model/transformer", 'state.part("encoder")', '"encoder"'),
        (
            "model/reverser",
            "read_out.forward(y)",
            "read_out.forward(weights)",
        ),
        ("heatmaps", "!drawings.length", "!drawings.size"),
        ("orientation", "name(link)", "name(link.href)"),
        ("playground-state", "scores, weights, context }", "scores }"),
        ("roles", "show(kept)", "show(true)"),
        ("schemes", "__md_get(KEY)?.index", "__md_get(KEY).index"),
        ("stepper", "String(!step)", "!step"),
        ("translator", "forced.get(at)", 'forced.get("at")'),
    ],
)
def test_a_wrong_type_is_found(tmp_path, name, old, new):
    shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True)
    file = tmp_path / f"{name}.js"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    assert any(error.startswith(f"{name}.js(") for error in errors(tmp_path))
