"""Checks of the machine, before anything is installed.

`python3 proof/preflight.py [PORT]` says in one sentence what is missing and
exits with 1. It runs on any Python 3 and imports nothing of the project.
"""

import importlib.util
import socket
import sys


def python_problem(version=sys.version_info):
    """Return a sentence if this Python cannot be used, else None."""
    if version < (3, 11, 5):  # which two packages of the site ask for
        return (
            "This is Python {}.{}.{}; 3.11.5 or newer is needed: install it "
            "and call `make PYTHON=python3.13 ...` with its name."
        ).format(*version)
    return None


def venv_problem(find_spec=importlib.util.find_spec):
    """Return a sentence if no virtual environment can be made, else None."""
    if find_spec("venv") and find_spec("ensurepip"):
        return None
    return (
        "Python's venv module is missing: install it (on Debian and Ubuntu: "
        "`apt-get install python3-venv`) and call make again."
    )


def port_problem(port):
    """Return a sentence if nothing can listen on this port, else None."""
    if not port.isdigit() or not 0 < int(port) < 65536:
        return "PORT={} is no port: choose one from 1 to 65535.".format(port)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(port)))
        except OSError as error:
            return (
                "Port {} cannot be used ({}): stop what uses it, or choose "
                "another with `PORT=8001`.".format(port, error.strerror)
            )
    return None


def main(arguments):
    """Print what is missing; returns 1 if something is."""
    problem = python_problem() or venv_problem()
    if not problem and arguments:
        problem = port_problem(arguments[0])
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
