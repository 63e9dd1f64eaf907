"""Each thing that a machine can lack is told in one sentence."""

import socket

import pytest

from proof.preflight import main, port_problem, python_problem, venv_problem


def test_this_machine_is_fine():
    assert main([]) == 0


def test_old_python():
    for old in ((3, 10, 2), (3, 11, 4)):
        problem = python_problem(old)
        told = "This is Python {}.{}.{}; 3.11.5 or newer is".format(*old)
        assert problem.startswith(told)
        assert "make PYTHON=" in problem
    assert not python_problem((3, 11, 5))


def test_missing_venv():
    problem = venv_problem(lambda name: None)
    assert "python3-venv" in problem


def test_taken_port(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main([str(port)]) == 1
    message = capsys.readouterr().err
    assert message.startswith(f"Port {port} cannot be used")
    assert "PORT=8001" in message
    assert message.count("\n") == 1
    assert port_problem(str(port)) is None


@pytest.mark.parametrize("port", ["", "x", "0", "65536", "-1", "80 81"])
def test_what_is_no_port(port):
    assert "is no port" in port_problem(port)
