"""The labs in JupyterLab: notebooks of the reader's own, kept when changed."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from socket import socket
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import nbformat
import pytest
from conftest import (
    DEADLOCK,
    ROOT,
    commit_all,
    copy_project,
    git,
    run,
    speak,
    this_project,
)
from jupyter_client import BlockingKernelClient

from proof.files import write
from proof.site import lab
from proof.site.lab import OWN, PLUGINS, command, main, state, update

PLACE = "labs/en/lab-encoder/lab-encoder.ipynb"
KEPT = f"{PLACE} is kept as you changed it; to get the project's "
FAKE = """\
import json, os, sys
print(json.dumps([sys.argv[1:], dict(os.environ)]))
"""


@pytest.fixture(autouse=True)
def never_started(monkeypatch) -> None:
    """These tests must not become JupyterLab, whatever fault is planted."""

    def start(*_) -> None:
        pytest.fail("JupyterLab would have been started")

    monkeypatch.setattr(os, "execve", start)


@cache
def notebooks(language: str) -> dict[str, str]:
    return lab.notebooks(ROOT, language)


def written(prose: str) -> dict[str, str]:
    """A notebook of one text and one block, as it is first written."""
    cells = [
        {**nbformat.v4.new_markdown_cell(prose), "id": "text"},
        {**nbformat.v4.new_code_cell("print(1)"), "id": "code"},
    ]
    made = nbformat.v4.new_notebook(
        cells=nbformat.from_dict(cells),
        metadata={"kernelspec": {"name": "python3", "display_name": "Python"}},
    )
    made.metadata["written"] = lab.digest(made.cells)
    return {PLACE: nbformat.writes(made)}


ONE, NEWER = written("A\ntext."), written("Another\ntext.")


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.slow
def test_each_page_that_is_a_notebook_has_one_in_the_language(language):
    made = notebooks(language)
    names = [Path(place).stem for place in made]
    assert sorted(names) == [
        page.name
        for page in this_project().written
        if page.language == "en" and page.meta.get("form") == "notebook"
    ]
    nav = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert names == sorted(names, key=nav.index) and len(names) > 1
    for place, text in made.items():
        name = Path(place).stem
        assert place == f"labs/{language}/{name}/{name}.ipynb"
        page = (ROOT / f"docs/{language}/{name}.md").read_text("utf-8")
        title = nbformat.reads(text, as_version=4).metadata.title
        assert title in page
        assert state(text)[0] == state(text)[1]


@pytest.mark.slow
def test_a_page_that_is_not_translated_is_the_original(project):
    (project / "docs/pt/lab-train.md").unlink()
    made = lab.notebooks(project, "pt")
    place = "labs/pt/lab-train/lab-train.ipynb"
    assert "Lab: train an encoder" in made[place]
    assert made.keys() == notebooks("pt").keys()


@pytest.mark.parametrize("language", ["xx", "", "../en", "C.UTF-8"])
def test_an_unknown_language_is_refused_with_those_there_are(small, language):
    speak(small, "en", "pt")
    sentence = f"This site has no '{language}'; choose LANG=en or LANG=pt."
    assert main("1", language, small) == sentence
    assert not (small / "labs").exists()


def saved(text: str) -> str:
    """As an editor saves it: laid out otherwise, with more on its kernel."""
    made = nbformat.reads(text, as_version=4)
    made.metadata["kernelspec"]["display_name"] = "Python 3 (ipykernel)"
    made.metadata["language_info"] = {"name": "python", "version": "3.11.7"}
    return json.dumps(made)


def with_cell(text: str, **changes) -> str:
    made = nbformat.reads(text, as_version=4)
    made.cells[1].update(changes)
    return nbformat.writes(made)


def ran(text: str) -> str:
    output = nbformat.v4.new_output("stream", text="mine")
    return with_cell(text, outputs=[output])


UNCHANGED = {
    "as it was written": lambda text: text,
    "opened and saved": saved,
    "empty": lambda text: "",
}
CHANGED = {
    "other code": lambda text: with_cell(text, source="x = 1"),
    "other outputs": ran,
    "saved with other code": lambda text: saved(with_cell(text, source="x")),
    "half-written": lambda text: text[: len(text) // 2],
    "no notebook": lambda text: "[]",
    "no text": lambda text: "\0",
}


@pytest.mark.parametrize("change", UNCHANGED)
def test_what_the_reader_has_not_changed_is_brought_up_to_date(
    tmp_path, change
):
    file = tmp_path / PLACE
    for made in (ONE, ONE, NEWER):
        assert list(update(tmp_path, made)) == []
        assert state(file.read_text("utf-8")) == state(made[PLACE])
        file.write_text(UNCHANGED[change](file.read_text("utf-8")), "utf-8")
    file.unlink()  # and one that was deleted is written again
    assert list(update(tmp_path, NEWER)) == []
    assert file.read_text("utf-8") == NEWER[PLACE]


@pytest.mark.parametrize("change", CHANGED)
def test_what_the_reader_has_changed_is_kept_with_a_word(tmp_path, change):
    list(update(tmp_path, ONE))
    file = tmp_path / PLACE
    mine = CHANGED[change](ONE[PLACE])
    file.write_text(mine, "utf-8")
    for made in (NEWER, NEWER):
        (sentence,) = update(tmp_path, made)
        assert sentence.startswith(f"{KEPT}newer one, rename or delete yours")
        assert file.read_text("utf-8") == mine
    file.unlink()
    assert list(update(tmp_path, NEWER)) == []
    assert file.read_text("utf-8") == NEWER[PLACE]


def test_where_the_project_has_nothing_newer_it_says_so(tmp_path):
    list(update(tmp_path, ONE))
    write(tmp_path / PLACE, ran(ONE[PLACE]))
    (sentence,) = update(tmp_path, ONE)
    assert sentence.startswith(f"{KEPT}one, ")


def test_what_is_the_projects_without_saying_so_is_no_change(tmp_path):
    made = nbformat.reads(ONE[PLACE], as_version=4)
    del made.metadata["written"]
    write(tmp_path / PLACE, nbformat.writes(made))
    assert list(update(tmp_path, ONE)) == []
    assert (tmp_path / PLACE).read_text("utf-8") == ONE[PLACE]


def test_an_interruption_leaves_the_notebook_whole(tmp_path, monkeypatch):
    list(update(tmp_path, ONE))

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    monkeypatch.setattr(lab, "notebooks", lambda *_: NEWER)
    assert main("1", "en", tmp_path) == 130
    folder = (tmp_path / PLACE).parent
    assert [file.name for file in folder.iterdir()] == [Path(PLACE).name]
    assert (tmp_path / PLACE).read_text("utf-8") == ONE[PLACE]


@pytest.mark.parametrize(
    "place, kind",
    [
        ("labs", "folder"),
        ("labs/en", "folder"),
        ("labs/en/lab-encoder", "folder"),
        (OWN, "folder"),
        (PLACE, "file"),
        (PLUGINS, "file"),
    ],
)
@pytest.mark.parametrize("thing", ["file", "folder", "link", "lost link"])
def test_what_is_in_the_way_is_left_alone(
    unix, tmp_path, monkeypatch, place, kind, thing
):
    if thing == kind:
        return
    root, other = tmp_path / "project", tmp_path / "other"
    target = other / ("folder" if kind == "folder" else "file")
    (other / "folder").mkdir(parents=True)
    (other / "file").write_text("", "utf-8")
    path = root / place
    path.parent.mkdir(parents=True)
    if thing == "file":
        path.write_text("mine", "utf-8")
    elif thing == "folder":
        path.mkdir()
    else:
        path.symlink_to(target if thing == "link" else other / "lost")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setattr(lab, "notebooks", lambda *_: ONE)
    sentence = main("1", "en", root)
    assert sentence.startswith(f"{place} is no {kind} of its own")
    assert sorted(tmp_path.rglob("*")) == before
    assert (other / "file").read_text("utf-8") == ""


def test_a_full_disk_is_told_in_a_sentence(tmp_path, monkeypatch):
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(lab, "notebooks", lambda *_: ONE)
    monkeypatch.setattr(lab, "write", full)
    sentence = f"{tmp_path / PLUGINS} cannot be used: No space left on device."
    assert main("1", "en", tmp_path) == sentence


@pytest.fixture
def clone(tmp_path) -> Path:
    """The Makefile where all is installed; what is run is only shown."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "proof", tmp_path / "proof")
    for environment in (".venv", ".venv-preview"):
        (tmp_path / environment).mkdir()
        (tmp_path / environment / "ready").touch()
    return tmp_path


def make(root: Path, *arguments: str, **env: str) -> tuple[int, str]:
    if not shutil.which("make"):
        pytest.skip("no make on this machine")
    given = os.environ | {"PYTHON": sys.executable, "LANG": "pt"} | env
    # `make test` hands its own flags, and that it is make, to what it calls.
    for name in ("PORT", "MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL"):
        given.pop(name, None) if name not in env else None
    result = subprocess.run(
        ["make", *arguments],
        cwd=root,
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return result.returncode, result.stdout


@pytest.mark.parametrize(
    "given, env, expected",
    [
        ([], {}, "'8888' 'en'"),
        (["LANG=pt"], {}, "'8888' 'pt'"),
        (["LANG="], {}, "'8888' ''"),
        (["LANG=a'b"], {}, r"'8888' 'a'\''b'"),
        (["PORT=9001"], {}, "'9001' 'en'"),
        ([], {"PORT": "9001"}, "'9001' 'en'"),
    ],
)
def test_language_and_port_are_those_asked_for(
    unix, clone, given, env, expected
):
    code, shown = make(clone, "-n", "lab", *given, **env)
    assert code == 0
    *_, preflight, start = shown.splitlines()
    port = expected.split("'")[1]
    assert preflight == f"{sys.executable} proof/preflight.py {port}"
    assert start == f".venv/bin/python -m proof.site.lab {expected}"


def test_other_targets_have_their_port_and_language(unix, clone):
    assert make(clone, "-n", "serve")[1].endswith(":8000\n")
    _, shown = make(clone, "-n", "new-language", "LANG=es", "NAME=Español")
    assert shown.endswith("proof.translate.language 'es' 'Español'\n")
    asked = "translate", "LANG=es", "UNIT=es/index#trust"
    _, shown = make(clone, "-n", *asked)
    assert shown.endswith("proof.translate.guide 'es' 'es/index#trust'\n")
    _, shown = make(clone, "-n", *asked, "MACHINE=yes")
    assert shown.endswith(".guide --machine 'es' 'es/index#trust'\n")
    _, shown = make(clone, "-n", "translate")
    assert shown.endswith("proof.translate.guide '' ''\n"), "not the shell's"


def test_a_port_that_is_taken_is_told_and_nothing_is_started(unix, clone):
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, shown = make(clone, "lab", f"PORT={port}")
    assert code != 0
    first, *others = shown.splitlines()
    assert first.startswith(f"Port {port} cannot be used")
    assert len(others) == 1 and others[0].startswith("make: ***")


def test_to_clean_leaves_the_notebooks(unix, clone):
    write(clone / PLACE, "mine")
    assert make(clone, "clean")[0] == 0
    assert (clone / PLACE).read_text("utf-8") == "mine"
    assert not (clone / ".venv").exists()


@pytest.mark.slow
def test_jupyterlab_is_started_in_the_folder_and_git_sees_nothing(project):
    write(project / "jupyterlab/__init__.py", "")
    write(project / "jupyterlab/__main__.py", FAKE)
    shutil.copy(ROOT / ".gitignore", project)
    commit_all(project)
    env = {"JUPYTER_TOKEN": "", "JUPYTER_PATH": "/other", "KEPT": "1"}
    result = run(project, "proof.site.lab", "8123", "pt", **env)
    options, variables = json.loads(result.stdout)
    assert {
        "--ip=127.0.0.1",
        "--port=8123",
        "--ServerApp.port_retries=0",
        "-y",  # ends at the first Ctrl-C
        f"--ServerApp.root_dir={project}/labs/pt",
        "--LabApp.default_url=/lab/tree/lab-train/lab-train.ipynb",
    } <= {*options}
    assert "token" not in " ".join(options)
    jupyter = {name for name in variables if name.startswith("JUPYTER")}
    assert jupyter == {
        *("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_PREFER_ENV_PATH")
    }
    assert variables["KEPT"] == "1"
    assert (project / "labs/pt/lab-train/lab-train.ipynb").is_file()
    write(project / "labs/pt/lab-train/snippets/mine.py", "x = 1\n")
    assert git(project, "status", "--porcelain") == ""


@pytest.mark.parametrize("user", [0, 1000])
def test_only_root_says_that_it_is_root(unix, monkeypatch, user):
    monkeypatch.setattr(os, "geteuid", lambda: user)
    options = command(ROOT, "1", PLACE)
    assert ("--allow-root" in options) == (user == 0)


class Lab:
    """JupyterLab as `make lab` starts it, in a project."""

    def __init__(self, root: Path, address: str, token: str):
        self.root, self.address, self.token = root, address, token

    def answers(self) -> bool:
        try:
            return bool(self.ask("api"))
        except URLError:  # it says its address before it listens
            return False

    def ask(self, path: str, sent: dict | None = None, method=None) -> str:
        data = sent and json.dumps(sent).encode()
        head = {"Authorization": f"token {self.token}"}
        request = Request(self.address + path, data, head, method=method)
        with urlopen(request) as answer:
            return answer.read().decode()

    def run(self, kernel: str, code: str, value: str = "None") -> str:
        """A value, as it is shown, after a kernel has run some code."""
        file = self.root / OWN / f"runtime/kernel-{kernel}.json"
        client = BlockingKernelClient(connection_file=str(file))
        client.load_connection_file()
        client.start_channels(iopub=False, stdin=False, hb=False)
        reply = client.execute(
            code, user_expressions={"x": value}, reply=True, timeout=DEADLOCK
        )["content"]
        client.stop_channels()
        assert reply["status"] == "ok", reply
        return reply["user_expressions"]["x"]["data"]["text/plain"]


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory) -> Iterator[Lab]:
    """JupyterLab on a free port, until it is told to end."""
    if os.name == "nt":
        pytest.skip("Windows has no such signals")
    root = copy_project(tmp_path_factory.mktemp("lab"))
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen(
        [sys.executable, "-m", "proof.site.lab", str(port), "pt"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        said, found = "", None
        while not found and (line := process.stderr.readline()):
            said += line
            found = re.search(r"(http://127\S+?/)(lab/\S+)\?token=(\w+)", line)
        try:
            assert found, said
            assert found[1] == f"http://127.0.0.1:{port}/"
            assert found[2] == "lab/tree/lab-train/lab-train.ipynb"
            started = Lab(root, found[1], found[3])
            while not started.answers():
                assert process.poll() is None, "JupyterLab has stopped"
                time.sleep(0.1)
            yield started
        finally:
            process.terminate()  # tests may run where Ctrl-C is ignored
            process.communicate()
    assert process.returncode == 0


@pytest.mark.weekly
def test_jupyterlab_shows_the_labs_to_those_with_its_token(jupyter):
    with pytest.raises(HTTPError, match="403"):
        Lab(jupyter.root, jupyter.address, "").ask("api/contents")
    found = json.loads(jupyter.ask("api/contents"))["content"]
    assert sorted(entry["name"] for entry in found) == sorted(
        Path(place).stem for place in notebooks("pt")
    )


@pytest.mark.weekly
def test_jupyterlab_asks_for_no_news(jupyter):
    _, _, page = jupyter.ask("lab").partition('id="jupyter-config-data"')
    config = json.loads(re.search(r">(.*?)</script>", page, re.S)[1])
    assert lab.NEWS in config["disabledExtensions"]
    assert config["extensionManager"]["can_install"] is False


@pytest.mark.weekly
def test_what_jupyterlab_has_saved_unchanged_is_not_kept(jupyter):
    path = "api/contents/lab-train/lab-train.ipynb"
    given = json.loads(jupyter.ask(path))
    given["content"]["metadata"]["language_info"]["version"] = "3.11.7"
    jupyter.ask(path, given, method="PUT")
    file = jupyter.root / "labs/pt/lab-train/lab-train.ipynb"
    assert '"3.11.7"' in file.read_text("utf-8")
    assert list(update(jupyter.root, notebooks("pt"))) == []


@pytest.mark.weekly
def test_a_kernel_imports_what_the_reader_has_edited(jupyter):
    folder = jupyter.root / "labs/pt/lab-encoder"
    text = (folder / "lab-encoder.ipynb").read_text("utf-8")
    session = {
        "path": "lab-encoder/lab-encoder.ipynb",
        "type": "notebook",
        "name": "",
        "kernel": {"name": "python3"},
    }
    started = json.loads(jupyter.ask("api/sessions", session))
    run = partial(jupyter.run, started["kernel"]["id"])
    for cell in nbformat.reads(text, as_version=4).cells:
        if cell.cell_type == "code" and cell.id.startswith("setup"):
            run(cell.source.replace("Tokens as a strip", "Mine"))
    imports = "import sys, snippets.strip as strip"
    assert "Mine of boxes" in run(imports, "strip.__doc__")
    own = folder / "snippets/strip.py"
    assert run("", "strip.__file__") == repr(str(own))
    assert run("", "sys.executable") == repr(sys.executable)
