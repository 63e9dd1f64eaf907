"""All scripts have the types that they name, and those of the page."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import DEADLOCK, ROOT, absent, edit

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


@pytest.mark.parametrize("folder", [SCRIPTS])
@pytest.mark.slow
def test_the_types_hold(folder):
    assert scripts(folder) and errors(folder) == []


WRONG = {  # in each of these scripts, what stands there, what is planted
    "model/encoder": ("maps.push(weights)", "maps.push(x)"),
    "model/scaled": ("transpose(k)", "transpose(k[0])"),
    "model/decoder": ("layer.forward(x, memory", "layer.forward(x, memory[0]"),
    "model/transformer": ('state.part("encoder")', '"encoder"'),
    "model/reverser": ("read_out.forward(y)", "read_out.forward(weights)"),
    "heatmaps": ("!drawings.length", "!drawings.size"),
    "orientation": ("name(link)", "name(link.href)"),
    "playground-state": ("scores, weights, context }", "scores }"),
    "roles": ("show(kept)", "show(true)"),
    "schemes": ("__md_get(KEY)?.index", "__md_get(KEY).index"),
    "stepper": ("String(!step)", "!step"),
    "translator": ("forced.get(at)", 'forced.get("at")'),
}


@pytest.mark.slow
def test_wrong_types_are_found_each_in_its_script(tmp_path):
    shutil.copytree(SCRIPTS, tmp_path, dirs_exist_ok=True)
    for name, (old, new) in WRONG.items():
        edit(tmp_path, f"{name}.js", old, new)
    wrong = "attention.softmax(attention.transpose([[0]]));\n"
    (tmp_path / "new.js").write_text(wrong, "utf-8")
    found = errors(tmp_path)
    assert any(error.startswith("new.js(1,19): error") for error in found)
    assert {error.partition(".js(")[0] for error in found} >= {*WRONG}
