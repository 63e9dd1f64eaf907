"""The guided command: a Spanish translator's way, from nothing to done."""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, check, edit
from test_translations import NEW, OLD, git, statuses
from translated import EN, PT, write

from proof.checks import problems
from proof.pages.entries import read_entries
from proof.pages.page import Page
from proof.translate import commands, fix, guide, terminal
from proof.translate.guide import Guide
from proof.translate.units import Unit

pytestmark = pytest.mark.slow

ES = "docs/es/demo.md"
SPANISH = {  # what the translator writes for the English of two sections
    "# Hello { #hello }": "# Hola { #hello }",
    "Weights are shares of one.": "Los pesos son partes de uno.",
    "# Softmax { #why }": "# La softmax { #why }",
    "It makes shares of all.": "De ella salen partes.",
}
EDITOR = f"""
import sys
from pathlib import Path
file, spanish = Path(sys.argv[-1]), {SPANISH!r}
text = file.read_text("utf-8")
for english in spanish:
    text = text.replace(english, spanish[english])
file.write_text(text, "utf-8", newline="\\r\\n")  # as editors of Windows do
"""


@pytest.fixture
def root(tmp_path, monkeypatch) -> Path:
    """A project of an English and a Portuguese team, and no editor."""
    write(tmp_path)
    files = {
        "docs/en/index.md": (
            "---\ntitle: Hello\ndescription: Of weights.\n"
            'since: "2026-11-21"\n---\n\n'
            "# Hello { #hello }\n\nWeights are shares of one.\n"
        ),
        "docs/en/words.yml": (
            "# Words\n\nhome:  # of all\n  text: Home\n\n"
            "# What a search says.\nfound:\n"
            "  text: '{count} were found: look'\n\nok:\n  text: OK\n"
        ),
    }
    for path, text in files.items():
        (tmp_path / path).write_text(text, "utf-8")
    with (tmp_path / "mkdocs.yml").open("a", newline="\n") as settings:
        settings.write("nav:\n  - index.md\n  - softmax.md\n  - demo.md\n")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    return tmp_path


def talk(root, code: str, *typed, name: str = "", machine=False) -> str:
    """What is shown to who types these lines, or does something before."""
    lines, shown = iter(typed), io.StringIO()

    def line() -> str:
        said = next(lines, None)
        if callable(said):
            said()
            return line()
        return "" if said is None else f"{said}\n"

    stream = io.StringIO()
    stream.readline = line
    Guide(root, code, stream, shown, machine).talk(name)
    return shown.getvalue()


def test_a_translator_gets_from_nothing_to_done(root, monkeypatch):
    (root / "editor.py").write_text(EDITOR)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {root / 'editor.py'}")
    shown = talk(
        root,
        "es",
        "Español",
        *("Hola: un comienzo", "De los pesos.", ""),  # title, description, done
        "Inicio",
        *("Se encontraron: mira", "Se encontraron {count}: mira"),
        *("OK", "so it is written in Spanish, too"),
        *("La softmax", "quit"),
    )
    assert "What does the language 'es' call itself?" in shown
    assert "docs/es/queries.yml: write what readers search for" in shown
    assert "es/index#hello is missing (this page is read first; 1" in shown
    assert "es/words.yml#found is missing" in shown and "; 2 of 3)" in shown
    assert shown.count("text: Home\n") == 1, "what is filled in is not asked"
    assert "docs/es/index.md:6: translate this section" in shown
    assert "No fault is found: press Enter" in shown
    assert "es/index#hello is current" in shown
    assert "“Se encontraron: mira” has nothing to fill in in 'es'" in shown
    assert "es/words.yml#ok is current: “so it is written" in shown
    assert shown.endswith("go on with `make translate LANG=es`.\n")
    assert Page(root, "docs/es/index.md").meta == {
        "title": "Hola: un comienzo",
        "description": "De los pesos.",
    }
    assert b"\r" not in (root / "docs/es/index.md").read_bytes()
    words = read_entries(root, "es", "words.yml")
    assert [words[key]["text"] for key in words] == [
        "Inicio",
        "Se encontraron {count}: mira",
        "OK",
    ]
    assert check(root) == []
    (state,) = Unit(root, "es/index").states()
    assert state.status == "current" and not state.machine


def test_a_fault_is_in_the_way_of_done(root):
    edit(root, EN, OLD, NEW)
    edit(root, PT, "$k$", "$v$")
    shown = talk(root, "pt", "done", "quit", name="pt/demo#scores")
    assert "here are both whole" in shown, "without history"
    assert NEW in shown and "produto escalar das duas:" in shown
    assert f"{PT}:14: formula is `v` here" in shown
    assert statuses(root)["scores"] == "outdated"


def test_a_change_is_shown_word_by_word_beside_its_translation(root):
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    edit(root, EN, OLD, NEW)
    edit(root, EN, "two vectors", "arrows")
    typed = ("", "", "", "It says the same.", "quit")
    shown = talk(root, "pt", *typed, name="demo")
    line = Unit(root, "pt/demo#scores").line
    assert (
        f"{EN}:{line + 2}: The score of query $q$ and key $k$ is "
        "[-their dot product:-] {+the product of both:+}\n"
        f"{PT}:{line + 2}: A pontuação da consulta $q$"
    ) in shown
    assert "where the [-two vectors-] {+arrows+} " in shown
    assert shown.count("It is unedited. If that is right, why?") == 2
    assert "pt/demo#scores is current: “It says the same.”" in shown
    assert "scores" not in statuses(root)


@pytest.mark.parametrize(
    "name",
    [
        "pt/demo#scores",
        "docs/pt/demo.md",
        "docs/en/demo.md:14",
        "docs/pt/demo.md:13: formula is",
        "docs\\pt\\demo.md:14",
        "demo#scores",
        "/pt/demo/#scores",
        "http://127.0.0.1:8000/pt/demo/#scores",
        "https://example.org/site/pt/demo/#scores",
    ],
)
def test_a_name_is_taken_as_any_tool_prints_it(root, name):
    edit(root, EN, OLD, NEW)
    shown = talk(root, "pt", "quit", name=name)
    assert "\n\npt/demo#scores is outdated" in shown
    assert shown.count(" is outdated") == 1


def test_what_was_typed_is_kept_wherever_it_ends(root):
    typed = io.StringIO("Página inicial\n")
    guide = Guide(root, "pt", typed, io.StringIO())
    guide.talk("pt/words.yml#home")
    assert statuses(root)["found"] == "missing"
    assert "home" not in statuses(root)

    def interrupted() -> str:
        raise KeyboardInterrupt

    typed = io.StringIO()
    typed.readline = interrupted
    shown = io.StringIO()
    Guide(root, "pt", typed, shown).talk("pt/words.yml#found")
    assert "\nWhat a search says.\n" in shown.getvalue()
    assert "All that you saved is kept" in shown.getvalue()


def test_what_is_gone_is_removed_if_that_is_wanted(root):
    text = (root / EN).read_text("utf-8")
    (root / EN).write_text(text[: text.index("## What to")], "utf-8")
    assert statuses(root)["remember"] == "orphaned"
    talk(root, "pt", "", "yes", "quit", name="pt/demo#remember")
    assert statuses(root)["remember"] == "orphaned"
    talk(root, "pt", "yes", "quit", name="pt/demo#remember")
    assert "remember" not in statuses(root)


def test_a_file_that_is_saved_is_checked_while_the_terminal_waits(root, unix):
    """In a terminal of its own, as a translator has it."""
    edit(root, EN, OLD, NEW)
    master, slave = os.openpty()
    script = (
        "from pathlib import Path; from proof.translate import guide;"
        f"guide.main(['pt', 'pt/demo#scores'], Path({str(root)!r}))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=slave,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    said = iter(process.stdout.readline, "")
    next(line for line in said if "translate this section" in line)
    edit(root, PT, "$k$ é", "$v$ é")
    assert any("formula is `v` here" in line for line in said)
    edit(root, PT, "$v$ é", "$k$ é")
    assert any("No fault is found" in line for line in said)
    os.write(master, b"done\n\x04")
    assert process.wait() == 0 and list(said)
    for end in (process.stdout, os.fdopen(master), os.fdopen(slave)):
        end.close()
    assert "scores" not in statuses(root)


def test_all_that_a_term_may_have_is_asked_for(root):
    """The variants that are wrong, too, one after the other, each with why."""
    typed = ("peso", "Una parte.", "pesos, pesas", "no")
    wrong = ("carga", "carga: Es otra cosa.", "ponderación: Es un acto.", "")
    talk(root, "es", "Español", "quit")
    shown = talk(root, "es", *typed, *wrong, "quit", name="es/terms.yml#weight")
    assert "“carga” has no term" in shown
    assert "[carga: Es otra cosa.]" in shown, "what is there is shown"
    entry = read_entries(root, "es", "terms.yml")["weight"]
    assert entry.pop("from") and entry == {
        "term": "peso",
        "definition": "Una parte.",
        "forms": ["pesos", "pesas"],
        "match": False,
        "not": {"carga": "Es otra cosa.", "ponderación": "Es un acto."},
    }
    assert check(root) == []


def test_enter_repeats_no_check_that_found_nothing(root, monkeypatch):
    """But one that found something, which may be mended elsewhere."""
    monkeypatch.setenv("EDITOR", f"{sys.executable} -c pass")
    edit(root, EN, OLD, NEW)
    edit(root, PT, "produto escalar das duas", "produto das duas")
    edit(root, PT, "$k$ é", "$v$ é")

    def mend() -> None:
        edit(root, PT, "$v$ é", "$k$ é")

    typed = ("", mend, "", "quit")
    shown = talk(root, "pt", *typed, name="pt/demo#scores")
    begun, _, rest = shown.partition("translate this section.")
    assert rest.count("formula is `v` here") == 2
    assert rest.count("Checking …") == 3 and "#scores is current" in rest
    edit(root, EN, NEW, OLD)
    edit(root, PT, "produto das duas", "produto escalar das duas")
    shown = talk(root, "pt", "", "quit", name="pt/demo#scores")
    assert shown.count("Checking …") == 1 and "#scores is current" in shown


def test_a_link_that_has_another_name_than_its_page_is_told(root, monkeypatch):
    monkeypatch.setenv("EDITOR", f"{sys.executable} -c pass")
    edit(root, EN, "[To the softmax]", "[Softmax]")
    shown = talk(root, "pt", "quit", name="pt/demo#more")
    line = Unit(root, "pt/demo#more").line + 3
    assert f"{PT}:{line}: “À softmax” leads to “A softmax”" in shown
    assert shown.count(" leads to ") == 1, "others have no title for words"
    edit(root, PT, "[À softmax]", "[A softmax]")
    shown = talk(root, "pt", "quit", name="pt/demo#more")
    assert "No fault is found" in shown and " leads to " not in shown


def test_windows_is_asked_in_its_own_way(root, monkeypatch):
    """Its paths have backslashes and spaces; only sockets can be selected."""
    monkeypatch.setattr(terminal, "WINDOWS", True)
    opened, keys, waited = [], [False, False, True], []
    system = SimpleNamespace(run=opened.append)
    monkeypatch.setattr(terminal, "subprocess", system)
    for editor in (r"C:\np\np.exe", r'"C:\Program Files\np.exe"'):
        monkeypatch.setenv("EDITOR", f"{editor} -w")
        assert terminal.opened(root / PT, 7, print)
        assert opened.pop() == [editor.strip('"'), "-w", str(root / PT)]
    monkeypatch.delenv("EDITOR")

    monkeypatch.setattr(terminal, "select", None)
    monkeypatch.setattr(terminal, "sleep", waited.append)
    console = SimpleNamespace(kbhit=lambda: keys.pop(0))
    monkeypatch.setitem(sys.modules, "msvcrt", console)

    class Console(io.StringIO):
        def isatty(self) -> bool:
            return True

    edit(root, EN, OLD, NEW)
    edit(root, PT, "produto escalar das duas", "produto das duas")
    shown = io.StringIO()
    guide.Guide(root, "pt", Console("quit\n"), shown).talk("pt/demo#scores")
    assert waited == [terminal.MOMENT] * 3 and not keys
    assert "translate this section" in shown.getvalue()


def test_an_editor_that_is_not_there_is_told(root, monkeypatch):
    monkeypatch.setenv("EDITOR", "no-such-editor -w")
    told = []
    assert not terminal.opened(root / PT, 7, told.append)
    assert told[0].startswith("no-such-editor -w: ")
    assert told[0].endswith(f"; open {root / PT} yourself")
    monkeypatch.delenv("EDITOR")
    assert not terminal.opened(root / PT, 7, told.append) and len(told) == 1


def test_a_number_that_begins_a_line_by_chance_is_told(root, capsys):
    edit(root, PT, "e\ndepois 0.1248", "e\n1. depois 0.1248")
    assert commands.main(["done", "pt/demo#more"], root) == 2
    assert "begins with a number and a full stop" in capsys.readouterr().err
    edit(root, PT, "e\n1. depois 0.1248", "e\ndepois 0.1248")
    edit(root, PT, "depois 0.1248.", "depois 0.1248.\n\n1. Outro número.")
    assert commands.main(["done", "pt/demo#more"], root) == 2
    assert "join or remove it" in capsys.readouterr().err


def test_a_machines_translation_is_marked_as_one(root, monkeypatch, capsys):
    edit(root, EN, OLD, NEW)
    edit(root, PT, "produto escalar das duas", "produto das duas")
    shown = talk(root, "pt", "", "quit", name="demo", machine=True)
    assert "pt/demo#scores is current, made by a machine" in shown
    assert shown.endswith("`make translate LANG=pt MACHINE=yes`.\n")
    typed = io.StringIO()
    monkeypatch.setattr(sys, "stdin", typed)
    assert guide.main(["--machine", "pt"], root) == 0
    assert "LANG=pt MACHINE=yes" in capsys.readouterr().out
    if not shutil.which("make"):
        pytest.skip("no make on this machine; all but its target is asked")
    made = [
        "make",
        "-n",
        "-o",
        "%/ready",
        "translate",
        "LANG=pt",
        "MACHINE=yes",
    ]
    shown = subprocess.run(made, cwd=ROOT, capture_output=True, text=True)
    assert "guide --machine 'pt'" in shown.stdout


def test_what_a_machine_made_can_be_marked_as_such_later(root, capsys):
    assert not any(s.machine for s in Unit(root, "pt/demo").states())
    assert commands.main(["done", "--machine", "pt/demo"], root) == 0
    assert all(s.machine for s in Unit(root, "pt/demo").states())
    capsys.readouterr()
    assert commands.main(["done", "--machine", "pt/demo"], root) == 0
    assert "nothing new that is translated" in capsys.readouterr().out


def test_the_rest_of_a_page_comes_before_what_is_worth_most(root):
    edit(root, EN, "gives each token", "gives every token")
    edit(root, EN, OLD, NEW)
    edit(root, EN, "keeps a slope", "has a slope")
    typed = ("skip", "skip", "skip", "quit")
    shown = talk(root, "pt", *typed, name="pt/demo#scores")
    met = [
        line.partition(" ")[0]
        for line in shown.split("\n")
        if line.startswith("pt/") and " is " in line
    ]
    assert met[:3] == ["pt/demo#scores", "pt/demo#scaling", "pt/demo#weights"]
    assert (
        "Nothing else is left of pt/demo; next is what is worth most." in shown
    )
    assert met[3:] and not met[3].startswith("pt/demo")


def test_a_command_is_no_text(root):
    """Of no title, term or word, and no reason why something may stay."""
    talk(root, "es", "Español", "skip", "quit")
    assert Page(root, "docs/es/index.md").meta["title"] == "Hello"
    shown = talk(root, "es", "page", "", "page", "yes", "quit")
    assert "“page” is a command, too" in shown
    assert Page(root, "docs/es/index.md").meta == {
        "title": "page",
        "description": "Of weights.",
    }
    shown = talk(root, "pt", "skip", "quit", name="pt/words.yml#home")
    assert "pt/words.yml#home is left for later" in shown
    words = read_entries(root, "pt", "words.yml")
    assert not words["home"]["text"]
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    edit(root, EN, OLD, NEW)
    talk(root, "pt", "", "skip", "quit", name="pt/demo#scores")
    assert Unit(root, "pt/demo#scores").state().status == "outdated"
    talk(root, "fr", "quit")
    assert not (root / "docs/fr").exists()


def test_only_what_a_section_can_break_is_checked_until_the_end(
    root, monkeypatch
):
    asked = []

    def spy(project) -> list:
        asked.append([page.path for page in project.written])
        return problems(project)

    monkeypatch.setattr(fix, "problems", spy)
    monkeypatch.setattr(guide, "problems", spy)
    edit(root, EN, OLD, NEW)
    edit(root, PT, "produto escalar das duas", "produto das duas")
    edit(root, "docs/pt/softmax.md", "parcelas", "[parcelas](nothing.md)")
    shown = talk(root, "pt", "", "quit", name="pt/demo#scores")
    every = ["docs/en/demo.md", "docs/en/index.md", "docs/en/softmax.md"]
    assert asked[:-1] == [[*every, PT]]
    assert asked[-1][-1] == "docs/pt/softmax.md"
    done, _, rest = shown.partition("pt/demo#scores is current")
    assert "Checking …" in done and "nothing.md" not in done
    assert "nothing.md" in rest.partition("Checking all pages …")[2]


def test_enter_marks_all_that_is_translated_of_a_page(root):
    portuguese = (root / PT).read_text("utf-8")
    (root / PT).unlink()

    def translate() -> None:
        english = (root / PT).read_text("utf-8")
        text = portuguese[: portuguese.index("## E mais")]
        text = re.sub(" data-from=[^ ]+", "", text).replace("$k$ é", "$v$ é")
        text += english[english.index("## More") :]
        (root / PT).write_text(text, "utf-8")

    typed = ("page", "", "Pesos", "De pesos.", translate, "", "quit")
    shown = talk(root, "pt", *typed, name="demo")
    assert shown.count("translate this section.") == 2
    assert shown.count("Checking …") == 1
    assert "formula is `v` here" in shown
    assert "Not done yet: scores, more." in shown
    assert "\npt/demo#scores is unmarked" in shown
    page = {s.id: s.status for s in Unit(root, "pt/demo").states()}
    assert page.pop("more") == "missing"
    assert page.pop("scores") == "unmarked"
    assert len(page) == 5 and set(page.values()) == {"current"}


def test_a_translation_does_not_say_since_when_a_page_is_there(root):
    edit(root, EN, "form: notebook\n", 'form: notebook\nsince: "2026-11-21"\n')
    (root / PT).unlink()
    assert commands.main(["start", "pt/demo"], root) == 0
    assert Page(root, PT).meta.keys() == {"title", "description", "form"}


def test_done_asks_what_the_checks_ask(root, capsys):
    """But not for what is as wrong in the original."""
    for path in (EN, PT):
        edit(root, path, "https://arxiv.org/abs/1", "nothing.md")
    assert commands.main(["done", "pt/demo#more"], root) == 0
    before = (root / PT).read_text("utf-8")
    edit(root, PT, "era 0.1351", "era 0.1352")
    assert commands.main(["done", "pt/demo#more", "--machine"], root) == 2
    assert "`0.1352` does not stand in the original" in capsys.readouterr().err
    assert (root / PT).read_text("utf-8") == before.replace("0.1351", "0.1352")
    # Nor is it marked first, so that only a second look would find it.
    edit(root, EN, OLD, NEW)
    edit(root, PT, "produto escalar das duas", "produto das duas, 0.77")
    assert commands.main(["done", "pt/demo#scores"], root) == 2
    assert "`0.77` does not stand in the original" in capsys.readouterr().err
    assert Unit(root, "pt/demo#scores").state().status == "outdated"
