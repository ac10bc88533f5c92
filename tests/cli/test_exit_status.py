"""Behavior that all commands share: exit statuses, one-line errors, help, pipes, Ctrl-C."""

import os
import signal
import subprocess
import sys

import pytest
import typer

import wavefront as wf
from wavefront.cli.entry import app

PYTHON = [sys.executable, "-c"]


@pytest.fixture
def raising(monkeypatch):
    """Make reading a graph raise this error."""

    def patch(error):
        def read(*_, **__):
            raise error

        monkeypatch.setattr("wavefront.io.read", read)

    return patch


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (wf.InputError("what the\ncaller gave"), 2, "what the caller gave"),
        (wf.GraphFileError("g.txt", "expected two ids", 7), 2, "g.txt, line 7: expected two ids"),
        (PermissionError(13, "Permission denied", "g.txt"), 2, "g.txt: Permission denied"),
        (OSError("odd"), 2, "odd"),
        (OSError(5, "Input/output error", "g.txt"), 1, "g.txt: Input/output error"),
        (OSError(28, "No space left on device"), 1, "standard output: No space left on device"),
        (wf.DeviceError("no such GPU"), 1, "no such GPU"),
        (MemoryError("12 TiB"), 1, "not enough memory: 12 TiB"),
        (MemoryError(), 1, "not enough memory"),
        (
            RuntimeError("a bug"),
            1,
            "internal error: RuntimeError: a bug (wavefront --debug ... shows the traceback)",
        ),
    ],
)
def test_an_error_is_one_line(error, status, message, raising, command):
    raising(error)
    result = command("info", "g.txt", status=status)
    assert result.err == f"wavefront: {message}\n"
    assert result.out == ""


def test_an_interrupt_that_a_library_met_while_it_cleaned_up(raising, command):
    error = ValueError("the file is still open")
    error.__context__ = KeyboardInterrupt()
    raising(error)
    assert command("info", "g.txt", status=130).err == "wavefront: interrupted\n"


def test_debug_shows_the_traceback(raising, command):
    raising(RuntimeError("a bug"))
    result = command("--debug", "info", "g.txt", status=1)
    assert "Traceback (most recent call last)" in result.err
    assert result.err.endswith("a bug (wavefront --debug ... shows the traceback)\n")


@pytest.mark.parametrize("name", ["missing.txt", ".", "unknown.docx", "empty.txt"])
def test_files_that_cannot_be_read(name, command, tmp_path):
    (tmp_path / "unknown.docx").write_text("0 1\n")
    (tmp_path / "empty.txt").touch()
    result = command("info", tmp_path / name, status=2)
    assert result.err.startswith("wavefront: ")
    assert result.err.count("\n") == 1
    assert str(tmp_path / name) in result.err


@pytest.mark.parametrize(
    "arguments", [["fly"], ["bfs"], ["bfs", "g.txt"], ["info", "g.txt", "--format", "xml"], ["--fast"]]
)
def test_usage_errors_are_status_2(arguments, command):
    result = command(*arguments, status=2)
    assert result.out == ""
    assert "Error: " in result.err


def names():
    """The commands, those in a group with its name in front."""
    for name, found in typer.main.get_command(app).commands.items():
        yield from [f"{name} {inner}" for inner in found.commands] if hasattr(found, "commands") else [name]


@pytest.mark.parametrize("name", list(names()))
def test_every_command_has_help_with_an_example(name, command):
    text = command(*name.split(), "--help").out
    assert f"Example: wavefront {name}" in " ".join(text.split())
    assert "--format <text|json" in text or "--format [text|json" in text


def test_help_and_version_import_nothing_heavy():
    code = (
        "import sys; from wavefront.cli import main\n"
        "assert main(['--help']) == 0 == main(['--version'])\n"
        "print(sorted({'numpy', 'numba', 'scipy', 'rich'} & set(sys.modules)))"
    )
    lines = subprocess.run([*PYTHON, code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[-2:] == [f"wavefront {wf.__version__}", "[]"]


def test_a_process_of_its_own_looks_for_garbage_seldom_and_not_at_its_end():
    code = (
        "import atexit, gc, sys; from wavefront.cli import main\n"
        "atexit.register(lambda: print(gc.get_threshold()[0], gc.get_freeze_count() > 10_000))\n"
        "before = gc.get_threshold(); main(['--version']); assert gc.get_threshold() == before\n"
        "sys.argv[1:] = ['--version']; sys.exit(main())"
    )
    done = subprocess.run([*PYTHON, code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "10000 True"


def test_the_module_runs_as_the_command():
    done = subprocess.run([sys.executable, "-m", "wavefront", "bfs"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "Usage: wavefront bfs" in done.stderr


def test_interrupt_is_status_130():
    code = (
        "import signal, sys, time, wavefront.io; from wavefront.cli import main\n"
        # A shell's background jobs ignore SIGINT, and hand that down.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def read(*_, **__):\n    print('reading', flush=True)\n    time.sleep(60)\n"
        "wavefront.io.read = read; sys.exit(main(['info', 'g.txt']))"
    )
    with subprocess.Popen([*PYTHON, code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "reading\n"
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, "", "wavefront: interrupted\n")


# Interrupts the process as a module is looked for.
INTERRUPT_AT = """
import os, runpy, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == {!r}:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupt())
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("name", ["wavefront.cli.entry", "typer", "wavefront.cli.figure", "numpy"])
@pytest.mark.parametrize("way", ["script", "module"])
def test_an_interrupt_while_imports_run(name, way):
    start = {
        "script": "from wavefront.cli import main; sys.exit(main())",
        "module": "runpy.run_module('wavefront', run_name='__main__', alter_sys=True)",
    }
    code = INTERRUPT_AT.format(name) + start[way]
    done = subprocess.run([*PYTHON, code, "info", "g.txt"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "wavefront: interrupted\n")


@pytest.mark.parametrize("form", ["text", "json", "graph500"])
def test_a_closed_pipe_is_silent(form, cities):
    arguments = ["bfs", str(cities), "--source", "paris", "--format", form]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "wavefront", *arguments], stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_an_encoding_without_bars_is_no_error(cities):
    done = subprocess.run(
        [sys.executable, "-m", "wavefront", "info", str(cities)],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2-3         1  20.0%  ???" in done.stdout


def test_an_unknown_command_is_told_of_those_there_are(command):
    assert command("bsf", status=2).err.endswith("Error: No such command 'bsf'. Did you mean 'bfs'?\n")
