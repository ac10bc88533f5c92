"""Every option of every command, with values that are wrong for it: status 2 and one clear line."""

import re
from enum import Enum
from inspect import signature
from pathlib import Path
from types import NoneType
from typing import get_args

import numpy as np
import pytest
import typer

from wavefront.cli import main
from wavefront.cli.entry import app

SEARCHES = ("bfs", "account", "trace", "sssp", "bellman-ford", "distances", "levels", "within")
# What a command needs besides the option that is tried; {} is a folder with these files.
NEEDS = {
    **{name: ["{}/graph.txt", "--source", "0"] for name in (*SEARCHES, "sample")},
    **{name: ["{}/graph.mtx"] for name in ("communities", "core", "triangles")},
    "bench": ["{}/graph.txt", "-n", "1"],
    "look": ["{}/graph.txt", "--source", "0", "--strategy", "push", "-o", "{}/new.html"],
    "path": ["{}/graph.txt", "--source", "0", "--target", "1"],
    "advise": ["{}/graph.txt", "--source", "0"],
    "compare": ["{}/graph.txt", "--source", "0", "--rounds", "1"],
    "topological": ["{}/acyclic.txt"],
    "route": ["{}/board.txt", "--start", "0,0", "--goal", "1,1"],
    "convert": ["{}/graph.txt", "{}/new.npz"],
    "doctor": [],
    "figure": ["push", "{}/new.svg"],
    "practice": ["9", "--seed", "1"],
    "generate kronecker": ["{}/new.npz", "--scale", "3"],
    "generate uniform": ["{}/new.npz", "--num-vertices", "4", "--num-edges", "4"],
    "generate grid": ["{}/new.npz", "--rows", "2", "--cols", "2"],
    "generate small-world": ["{}/new.npz", "--num-vertices", "8"],
    "generate maze": ["{}/new.txt", "--rows", "5", "--cols", "5"],
    **{
        f"generate {shape}": ["{}/new.npz", "--num-vertices", "4"]
        for shape in ("star", "path", "cycle", "complete")
    },
    "generate book": ["{}/new.npz"],
}
# Wrong for every option of a kind; below, values that some options take.
FILES = ["", "{}/missing/new.txt", "{}", "{}/graph.txt/new.txt", "x" * 300, "a\0b", "{}/unknown.docx"]
NUMBERS = ["", "text", "1e"]
FORMATS = ["", "xml"]
SOME_NUMBERS = ["nan", "-inf", "-1", "0", "1.5", str(2**63), "9" * 30, "1e400"]
WORDS = ["", "-1", str(2**63), "nan", "\x1b[31m", "x" * 1000, "0,0,0,0,0"]
ENDLESS = ("--rounds", "--max-ripups")  # as much work as is asked for


PYTHON = re.compile(r"\w=|\b[a-z]+_[a-z]+")  # a parameter
PATHS_AND_CHOICES = re.compile(r"/\S+|one of .*|--strategy '\w+'")


def commands():
    for name, found in typer.main.get_command(app).commands.items():
        inner = getattr(found, "commands", {"": found})
        yield from ((f"{name} {kind}".strip(), command) for kind, command in inner.items())


COMMANDS = dict(commands())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    (folder / "graph.txt").write_text("0 1 1.5\n1 2 1\n2 0 3\n")
    (folder / "acyclic.txt").write_text("0 1\n1 2\n")
    (folder / "graph.mtx").write_text(
        "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 1\n3 2\n"
    )
    (folder / "board.txt").write_text("..\n..\n")
    (folder / "unknown.docx").write_text("0 1\n")
    np.save(folder / "costs.npy", np.ones((2, 2)))
    return folder


def flattened(kind):
    """The types in an option's type, such as `str` in ``list[str] | None``."""
    return [inner for given in get_args(kind) for inner in flattened(given)] or [kind]


def cases(command):
    """Every option of a command with a value, and whether the value is wrong for certain."""
    parameters = signature(command.callback).parameters
    for option in command.params:
        if option.name not in parameters:  # --help
            continue
        name = max(option.opts, key=len) if option.opts[0].startswith("-") else None
        kinds = set(flattened(parameters[option.name].annotation.__origin__)) - {NoneType}
        if kinds <= {int, float}:
            yield from ((name, value, True) for value in NUMBERS)
            yield from ((name, value, False) for value in SOME_NUMBERS if name not in ENDLESS)
        elif kinds == {Path}:
            yield from ((name, value, True) for value in FILES)
        elif kinds == {str}:
            yield from ((name, value, False) for value in WORDS)
        elif kinds != {bool}:
            assert all(issubclass(kind, Enum) for kind in kinds)
            yield from ((name, value, True) for value in FORMATS)


@pytest.mark.parametrize("name", COMMANDS)
def test_wrong_values(name, folder, capsys):
    needs = [word.format(folder) for word in NEEDS.get(name, ["{}/graph.txt"])]
    wrong = []
    for option, value, certain in cases(COMMANDS[name]):
        given = value.replace("{}", str(folder))
        arguments = [given, *needs[1:]] if option is None else [*needs, f"{option}={given}"]
        status, err = main([*name.split(), *arguments]), capsys.readouterr().err
        last = "".join(err.splitlines()[-1:])
        clear = re.match(r"(wavefront|Error): .", last) and not PYTHON.search(PATHS_AND_CHOICES.sub("", last))
        if status not in ([2] if certain else [0, 2]) or (status and not clear):
            wrong.append((option, value[:40], status, err[-200:]))
    assert not wrong, "\n".join(map(str, wrong))
