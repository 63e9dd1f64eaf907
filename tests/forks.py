"""Run `python -m …` in a project without waiting for what it imports.

Each command is a fork of one process, which has imported the libraries that
take seconds, and nothing of any project.
"""

import atexit
import gc
import multiprocessing
import os
import runpy
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

LIBRARIES = """
    torch matplotlib.pyplot PIL.Image mkdocs.__main__ mkdocs_jupyter.plugin
    mkdocs_static_i18n.plugin material.plugins.search.plugin math_core nbformat
    bs4 markdown_it mdit_py_plugins ruamel.yaml pytest
""".split()
# Forty times what the longest command takes: no test fails on a clock.
DEADLOCK = 1800


# What Python and tqdm read when they are loaded, and never again.
READ_AT_START = {"PYTHONHASHSEED", "TQDM_DISABLE"}


def run(root: Path, *command: str, **env: str) -> subprocess.CompletedProcess:
    """Run `python -m …` in a project, without a terminal.

    Python starts anew where it is told what it reads only then, and on systems
    where a process with these libraries may not be forked.
    """
    anew = sys.platform != "linux" or bool(READ_AT_START & env.keys())
    env = {**os.environ, "PYTHONPATH": str(root), **env}
    if not anew:
        return fork(root, command, env)
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=root,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=DEADLOCK,
    )


def fork(
    root: Path,
    command: tuple[str, ...],
    env: dict[str, str],
    deadline: float = DEADLOCK,
) -> subprocess.CompletedProcess:
    """Run a command in a fork of the process that has the libraries."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LIBRARIES)
    with TemporaryDirectory() as folder:
        output = Path(folder, "output.txt")
        asked = str(root), command, env, str(output)
        process = context.Process(target=become, args=asked)
        process.start()
        process.join(deadline)
        if process.is_alive():
            process.kill()
            raise subprocess.TimeoutExpired(command, deadline)
        said = output.read_text("utf-8", errors="replace")
    return subprocess.CompletedProcess(command, process.exitcode, said)


def become(
    root: str, command: tuple[str, ...], env: dict[str, str], output: str
) -> None:
    """Be `python -m …` in this process, a fork."""
    gc.freeze()  # the libraries stay, and need not be looked through
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    written = os.open(output, os.O_WRONLY | os.O_CREAT)
    os.dup2(written, 1)
    os.dup2(written, 2)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    os.chdir(root)
    installed = sys.base_prefix, sys.prefix
    sys.path[:] = [
        *(root, *env["PYTHONPATH"].split(os.pathsep)),
        *(path for path in sys.path if path.startswith(installed)),
    ]
    sys.argv[1:] = command[1:]
    multiprocessing.set_start_method(None, force=True)
    for name in [name for name in sys.modules if name.startswith("anyio")]:
        del sys.modules[name]  # has a plugin of pytest, which loads it anew
    try:
        runpy.run_module(command[0], run_name="__main__", alter_sys=True)
    finally:
        atexit._run_exitfuncs()
