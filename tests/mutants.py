"""Each mutant of `snippets`, and of the scripts that compute as they do, must
be found by a test; `mutants.yml` lists those that live, each with its reason.

A mutant is written into a copy of the project, in which the tests of its module
run until one fails. It is a failure if one lives that is not on the list, or if
one on the list lives no more.

Run it by `make mutants`; arguments are the modules and scripts to try.
"""

import compileall
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

os.environ |= {"OMP_NUM_THREADS": "1", "CI": "true"}  # before torch is loaded

import forks
import yaml
from attempts import LIST as ATTEMPTS
from mutations import Mutant, python, script

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tests/mutants.yml"
# Of all mutants one of so many is tried, always the same ones: by the checksum
# of its name. Of drawings, which are compared with recordings, a sixth of that;
# and those that have a name in `attempts.yml` or in LIST.
EVERY = int(os.environ.get("EVERY") or 4)
SCRIPTS = "docs/assets/scripts/model"
# They compute no more than others, and take long or need a built site.
SLOW = re.compile("in_page|test_(playground|start|walkthrough)")
TESTED_IN = {  # where a module has no test of its name
    "copy_weights": "tests/snippets/test_decoder.py",
    "cross_attention": "tests/snippets/test_decoder.py",
    "histogram": "tests/snippets/test_plane.py",
    "panel": "tests/snippets/test_heatmap.py",
    "side_by_side": "tests/snippets/test_translator.py",
    "strip": "tests/snippets/test_curves.py",
    "training": "tests/chapters/test_lab_train.py",
    "transformer": "tests/snippets/test_decoder.py",
}
DRAWING = {"curves", "heatmap", "histogram", "panel", "plane", "strip"}
FOUND_NOTHING = (0, 5)  # all tests passed, or there was none
PAGES = 2  # whose blocks run, of those that use a module
OPTIONS = ("-x", "-q", "--assert=plain", "--tb=no", "-pno:cacheprovider")
# Of a broken property no smaller example is wanted; that PyTorch can compile a
# module says nothing of its numbers, and takes long.
QUICK = ("--hypothesis-profile=breaks", "-k", "not compiles and not exports")
MORE = "hypothesis xdist.scheduler filelock torch._dynamo".split()


def modules() -> list[str]:
    """What has mutants, by its path."""
    folders = ROOT / "snippets", ROOT / SCRIPTS
    files = [*folders[0].glob("*.py"), *folders[1].glob("*.js")]
    return sorted(file.relative_to(ROOT).as_posix() for file in files)


def mutants(path: str) -> list[Mutant]:
    """The mutants of a file, those of the same name with a number."""
    of, text = python if path.endswith(".py") else script, ROOT / path
    found, seen = [], Counter()
    for one in of(path, text.read_text("utf-8")):
        seen[one.name] += 1
        if seen[one.name] > 1:
            one = one._replace(now=f"{one.now} ({seen[one.name]})")
        found.append(one)
    every = EVERY * (6 if Path(path).stem in DRAWING else 1)
    always = {*ATTEMPTS["mutants"].values(), *accepted()}

    def tried(name: str) -> bool:
        return name in always or crc32(name.encode()) % every == 0

    return [one for one in found if tried(one.name)]


def stages(path: str) -> Iterator[list[str]]:
    """Tests of a module: its own, those that import it, pages that use it."""
    name = Path(path).stem
    if path.endswith(".js"):
        yield ["tests/snippets/test_generation_in_page.py"]
        yield ["tests/snippets/test_in_page.py"]
        yield ["tests/snippets/test_reverser_in_page.py"]
        return
    own = TESTED_IN.get(name, f"tests/snippets/test_{name}.py")
    yield [own]
    uses = re.compile(rf"snippets\.{name}\b|snippets import .*\b{name}\b")

    def using(pattern: str) -> list[Path]:
        files = sorted(ROOT.glob(pattern))
        return [f for f in files if uses.search(f.read_text("utf-8"))]

    others = [
        file.relative_to(ROOT).as_posix()
        for folder in ("snippets", "chapters")
        for file in using(f"tests/{folder}/test_*.py")
        if not SLOW.search(file.name)
    ]
    if others := [other for other in others if other != own]:
        yield others
    if name in DRAWING:  # what it draws is compared
        files = using("snippets/chapters/*/*.py")
        names = {file.parent.name.replace("_", "-") for file in files}
        for page in sorted(names)[:PAGES]:
            yield [f"docs/en/{page}.md"]


class Copy:
    """A copy of the project, in which mutants take the place of a file."""

    def __init__(self, folder: Path):
        # Here, as each fork loads this file, and must not load `snippets`.
        from conftest import copy_project

        folder.mkdir()
        self.root = copy_project(folder)
        compileall.compile_dir(folder, quiet=2)
        self.taken: dict[str, float] = {}

    def passes(self, tests: list[str]) -> bool:
        """Whether tests pass; those that hang do not."""
        path = os.pathsep.join([str(self.root), str(self.root / "tests")])
        env = {**os.environ, "PYTHONPATH": path}
        known = self.taken.get(tests[-1])
        limit = 30 + 5 * known if known else forks.DEADLOCK
        quick = () if tests[-1].endswith(".md") else QUICK
        command = ("pytest", *OPTIONS, *quick, *tests)
        start = time.monotonic()
        try:
            result = forks.fork(self.root, command, env, limit)
        except subprocess.TimeoutExpired:
            return False
        if known is None:
            self.taken[tests[-1]] = time.monotonic() - start
            if result.returncode not in FOUND_NOTHING:
                sys.exit(f"it fails without a mutant:\n{result.stdout}")
        return result.returncode in FOUND_NOTHING

    def lives(self, mutant: Mutant) -> bool:
        """Whether no test finds a mutant."""
        file = self.root / mutant.path
        for tests in stages(mutant.path):
            if tests[-1] not in self.taken:
                self.passes(tests)
            file.write_text(mutant.text, "utf-8")
            os.utime(file, (0, time.monotonic_ns() % 2**31))  # as compiled
            passed = self.passes(tests)
            file.write_bytes((ROOT / mutant.path).read_bytes())
            if not passed:
                return False
        return True

    def living(self, path: str) -> tuple[int, list[str]]:
        """How many mutants a file has, and the names of those that live."""
        found = mutants(path)
        names = []
        for one in found:
            if self.lives(one):
                print("lives:", one.name, flush=True)
                names.append(one.name)
        return len(found), names


def accepted() -> list[str]:
    """Mutants that may live, by their names; of each a reason is known."""
    entries = yaml.safe_load(LIST.read_text("utf-8")) or []
    assert all(entry["why"].strip() for entry in entries)
    return [name for entry in entries for name in entry["mutants"]]


def judge(tried: dict[str, list[str]], listed: list[str]) -> list[str]:
    """What is wrong: a mutant that lives anew, one that lives no more.

    tried: of each file that was tried, the mutants that live.
    """
    living = {name for names in tried.values() for name in names}
    known = {name for name in listed if name.partition(" ")[0] in tried}
    gone = {n for n in listed if n.partition(" ")[0] not in modules()}
    return [
        *(f"no test finds {name}" for name in sorted(living - known)),
        *(f"lives no more: {name}" for name in sorted(known - living | gone)),
        *(f"listed twice: {n}" for n, k in Counter(listed).items() if k > 1),
    ]


def main(paths: list[str]) -> int:
    forks.LIBRARIES += MORE
    workers = int(os.environ.get("WORKERS") or os.cpu_count())
    wanted = paths or modules()
    print("mutants  killed   lives")
    with TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        copies: dict[int, Copy] = {}

        def one(path: str) -> tuple[int, list[str]]:
            thread = threading.get_ident()
            if thread not in copies:
                copies[thread] = Copy(Path(folder, str(thread)))
            return copies[thread].living(path)

        found = {}
        for path, (count, living) in zip(wanted, pool.map(one, wanted)):
            found[path] = living
            line = f"{count:7} {count - len(living):7} {len(living):7}  {path}"
            print(line, flush=True)
    faults = judge(found, accepted())
    print(*faults, f"{len(faults)} faults", sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
