"""`make lab` keeps a notebook that its reader has edited."""

import shutil
import subprocess

from conftest import ROOT


def test_an_edited_notebook_is_kept(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    for path, text in {
        "pyproject.toml": "",
        "constraints.txt": "",
        "site/lab-train/lab-train.ipynb": "built",
        "site/pt/lab-train/lab-train.ipynb": "feito",
        ".venv/bin/jupyter": "#!/bin/sh\necho opened $2\n",
        ".venv/ready": "",
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / ".venv/bin/jupyter").chmod(0o755)

    def lab(*options: str) -> str:
        command = ["make", "lab", *options]
        return subprocess.check_output(command, cwd=tmp_path, text=True)

    assert "opened labs/\n" in lab()
    mine = tmp_path / "labs/lab-train.ipynb"
    assert mine.read_text() == "built"
    mine.write_text("edited")
    lab()
    assert mine.read_text() == "edited"
    assert "opened labs/pt/\n" in lab("LANG=pt")
    assert (tmp_path / "labs/pt/lab-train.ipynb").read_text() == "feito"
