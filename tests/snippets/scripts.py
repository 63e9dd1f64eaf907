"""The scripts of the model, run in Node, beside what `snippets` compute."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable

import torch
from conftest import ROOT, absent

SCRIPTS = ROOT / "docs/assets/scripts/model"
CLOSE = 1e-9
Change = Callable[[str], str]


def computed(
    names: Iterable[str],
    function: str,
    *given,
    script: str = "",
    change: Change = str,
):
    """What a function gives beside these scripts, each of them changed."""
    if shutil.which("node") is None:
        absent("node", "nodejs")
    files = [SCRIPTS / f"{name}.js" for name in names]
    texts = [change(file.read_text("utf-8")) for file in files]
    arguments = ", ".join(map(json.dumps, given))
    call = f"process.stdout.write(JSON.stringify(({function})({arguments})))"
    program = "\n".join([*texts, script, call])
    command = ["node", "--input-type=commonjs", "-"]
    result = subprocess.run(
        command, input=program, capture_output=True, text=True, check=True
    )
    return json.loads(result.stdout)


def compare(apart: dict, found: dict, wanted: dict) -> None:
    """Note the largest difference of each kind of numbers, and other words."""
    same = found.pop("written", None) == wanted.pop("written", None)
    apart["written"] = max(
        apart.get("written", 0.0), 0.0 if same else torch.inf
    )
    for kind, numbers in wanted.items():
        computed = torch.tensor(found[kind], dtype=torch.float64)
        assert computed.shape == numbers.shape
        most = (computed - numbers).abs().max().nan_to_num(torch.inf).item()
        apart[kind] = max(apart.get(kind, 0.0), most)


def assert_found(
    fault: tuple[str, str, str], measure: Callable[[Change], dict[str, float]]
) -> None:
    """Plant a fault once: numbers of its kind must differ."""
    old, new, kind = fault
    planted = set()

    def plant(text: str) -> str:
        if old in text:
            planted.add(text)
        return text.replace(old, new)

    apart = measure(plant)
    assert [text.count(old) for text in planted] == [1]
    assert apart[kind] > 1000 * CLOSE
