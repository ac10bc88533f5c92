import json

import names
import networkx as nx
import pytest

from wavefront.cli import console, main


@pytest.fixture(autouse=True)
def plain_consoles(monkeypatch):
    """Consoles made anew for each test, whatever the terminal that the tests run in."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    made = console.stdout, console.stderr
    for console_of in made:
        console_of.cache_clear()
    yield
    for console_of in made:
        console_of.cache_clear()


@pytest.fixture
def command(capsys):
    """Run the command line; its stdout and stderr, once the exit status is as expected."""

    def run(*arguments, status=0):
        got = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert got == status, captured.err
        return captured

    return run


@pytest.fixture
def command_json(command):
    """Run the command line with ``--format json``; the one object that it prints."""

    def run(*arguments):
        lines = command(*arguments, "--format", "json").out.splitlines()
        assert len(lines) == 1
        record = json.loads(lines[0])
        assert not names.unknown_fields(record)
        return record

    return run


@pytest.fixture
def karate(tmp_path):
    """An edge list of 34 vertices, ids 0 to 33, each edge once; and the same graph in NetworkX."""
    graph = nx.karate_club_graph()
    path = tmp_path / "karate.txt"
    path.write_text("".join(f"{u} {v}\n" for u, v in graph.edges()))
    return path, graph


@pytest.fixture
def cities(tmp_path):
    """A directed edge list with names for vertices; nothing leads to Oslo."""
    path = tmp_path / "cities.txt"
    path.write_text("# flights\nparis rome\nrome athens\nathens cairo\nparis cairo\noslo paris\ncairo rome\n")
    return path
