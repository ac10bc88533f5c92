"""The line of a long step, and notes while code is compiled."""

import gzip
import io
import json
import logging
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
import typer

import wavefront as wf
from wavefront import progress
from wavefront.cli import console
from wavefront.cli.entry import app
from wavefront.compiling import compiling


def test_a_long_step_has_a_line(terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    milliseconds = {}
    with console.timed("read", milliseconds, "big\x1b.txt") as report:
        report(1, 2)
        terminal.wait_for(r"read big\x1b.txt: 1 of 2 (50%)")
        console.note("by the way")
        terminal.wait_for(" \rby the way\n")  # the line made room
    assert milliseconds["read"] > 0


def test_a_short_step_has_none(terminal):
    with console.timed("read", {}, "small.txt") as report:
        report(1, 2)
    assert terminal() == ""


def test_without_a_terminal_nothing_is_reported_to(capsys):
    with console.timed("read", {}, "small.txt") as report:
        assert report is None


def test_compiling_has_none(terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.005)
    with compiling("reading", "the CPU", lambda: True), console.timed("read", {}, "small.txt"):
        time.sleep(0.05)
    assert terminal() == ""


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("closeness", []),
        ("harmonic", []),
        ("eccentricity", ["--samples", "2"]),
        ("diameter", ["--undirected"]),
        ("betweenness", []),
        ("distances", ["--source", "paris", "--source", "rome"]),
        ("levels", ["--source", "paris", "--source", "rome"]),
        ("pagerank", []),
        ("communities", ["--undirected"]),
        ("triangles", ["--undirected"]),
    ],
)
def test_long_commands_report(name, options, command, cities, terminal, monkeypatch):
    told = []

    @contextmanager
    def line(name):
        yield lambda done, total: told.append((name, done, total))

    monkeypatch.setattr(console, "line", line)
    command(name, cities, *options)
    steps = dict.fromkeys(step for step, _, _ in told)
    assert len(steps) == 2  # reading, and the algorithm
    for step in steps:
        *_, (_, done, total) = [report for report in told if report[0] == step]
        assert 0 < done <= total


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
            *("bfs", "sssp", "bellman-ford", "within", "distances", "levels"),
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
        assert json.loads(line)["graph"]["num_vertices"] == 3
    assert done.stdout.count("\n") == 2
