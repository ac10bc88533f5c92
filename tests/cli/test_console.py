"""Progress bars for long steps, and notes while code is compiled."""

import gzip
import io
import json
import logging
import os
import shutil
import subprocess
import sys
import time

import pytest
import typer
from rich.console import Console

import wavefront as wf
from wavefront.cli import app, console
from wavefront.compiling import compiling


@pytest.fixture
def terminal(monkeypatch):
    """A terminal in stderr's place; returns the text written to it."""
    written = io.StringIO()
    shown = Console(file=written, force_terminal=True, force_interactive=True, width=80)
    monkeypatch.setattr(console, "stderr", lambda: shown)
    monkeypatch.setattr(console, "is_terminal", lambda: True)
    return written


def test_a_long_step_shows_a_bar(terminal, monkeypatch):
    monkeypatch.setattr(console, "BAR_AFTER", 0.0)
    milliseconds = {}
    with console.timed("read", milliseconds, "big.txt") as update:
        update(1, 2)
        deadline = time.monotonic() + 10
        while "50%" not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "read big.txt" in terminal.getvalue()
    assert "50%" in terminal.getvalue()
    assert milliseconds["read"] > 0


def test_a_short_step_shows_none(terminal):
    with console.timed("read", {}, "small.txt") as update:
        update(1, 2)
    assert terminal.getvalue() == ""


def test_compiling_shows_none(terminal, monkeypatch):
    monkeypatch.setattr(console, "BAR_AFTER", 0.05)
    with compiling("reading", "the CPU", lambda: True), console.timed("read", {}, "small.txt"):
        time.sleep(0.2)
    assert terminal.getvalue() == ""


def test_compiling_is_noted_on_stderr(command, cities, monkeypatch):
    def noisy(path, *_, **__):
        logging.getLogger("wavefront").info("compiling a[0]")
        raise wf.InputError("enough")

    monkeypatch.setattr("wavefront.io.read", noisy)
    assert command("info", cities, status=2).err == "compiling a[0]\nwavefront: enough\n"
    assert not logging.getLogger("wavefront").handlers


@pytest.fixture
def standard_input(monkeypatch):
    """Function that puts these bytes on standard input."""

    def put(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return put


# Of each command that takes a graph, the options that it needs.
OPTIONS = {
    **{
        name: ["--source", "0"]
        for name in (
            *("bfs", "sssp", "bellman-ford", "within", "distances"),
            *("account", "trace", "interleave", "look", "sample"),
        )
    },
    **{
        name: ["--undirected"]
        for name in ("biconnected", "communities", "core", "diameter", "forest", "triangles")
    },
    "advise": ["--source", "0", "--device", "cpu"],
    "compare": ["--source", "0", "--rounds", "1", "--device", "cpu"],
    "path": ["--source", "0", "--target", "1"],
    "bench": ["-n", "1", "--strategy", "sequential"],
}
TAKING_A_GRAPH = [
    name
    for name, found in typer.main.get_command(app).commands.items()
    if any(parameter.name == "input_format" for parameter in found.params)
]


@pytest.mark.parametrize("name", [*TAKING_A_GRAPH])
def test_every_command_that_takes_a_graph_takes_standard_input(name, command, standard_input, tmp_path):
    standard_input(gzip.compress(b"p sp 3 2\na 1 2 5\na 2 3 1\n"))
    given = ["-", str(tmp_path / "new.mtx")] if name == "convert" else ["-"]
    if name == "interleave":
        given = ["push", "-"]
    if name == "look":
        given = ["-", "--strategy", "push", "-o", str(tmp_path / "new.html")]
    if name == "figure":
        given = ["csr", str(tmp_path / "new.svg"), "--graph", "-"]
    found = json.loads(command(name, *given, *OPTIONS.get(name, []), "--format", "json").out)
    assert found
    standard_input(b"0 1\n1 2\n2 x\n")
    error = command(name, *given, *OPTIONS.get(name, []), status=2).err
    assert error.endswith("wavefront: standard input, line 3: expected an integer vertex id, found 'x'\n")


def test_a_format_that_the_content_does_not_tell(command, standard_input):
    standard_input(bytes(100))
    error = command("info", "-", status=2).err
    assert (
        "wavefront: standard input: the content doesn't tell the format; give --input-format, one of" in error
    )


def test_standard_input_that_is_closed(command, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert command("info", "-", status=2).err == "wavefront: standard input is closed\n"


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="needs bash")
def test_process_substitution_and_devices(tmp_path):
    (tmp_path / "g.gz").write_bytes(
        gzip.compress(b"%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n")
    )
    run = f"{sys.executable} -m wavefront info --format json"
    script = f"{run} <(gzip -dc g.gz) && {run} /dev/stdin < g.gz"
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    for line in done.stdout.splitlines():
        assert json.loads(line)["num_vertices"] == 3
    assert done.stdout.count("\n") == 2
