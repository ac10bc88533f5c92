"""What a command prints fits 80 columns, on a terminal and in a pipe, and no cell of a table is cut off."""

import networkx as nx
import pytest
import typer

from wavefront.cli.entry import app
from wavefront.laboratory.practice import TITLES

WIDTH = 80
ACCOUNT = ["account", "karate.txt", "--source", "0", "--columns", "all", "--strategy"]
SEARCHES = [
    [*ACCOUNT, "push"],
    [*ACCOUNT, "privatized", "--count"],
    [*ACCOUNT[:4], "--strategy", "hierarchical"],
    ["bfs", "karate.txt", "--source", "0", "--target", "33", "--validate"],
    ["bench", "-g", "6", "-n", "4", "--prepare"],
    ["compare", "karate.txt", "--source", "0", "--rounds", "1", "--columns", "all", "--layouts"],
    ["compare", "karate.txt", "--source", "0", "--rounds", "1"],
    ["advise", "karate.txt", "--source", "0"],
    ["path", "karate.txt", "--source", "0", "--target", "33", "--all"],
    ["path", "karate.txt", "--source", "0", "--target", "33", "--weighted"],
    ["sample", "karate.txt", "--source", "0", "--undirected"],
    ["trace", "karate.txt", "--source", "0", "--strategy", "single_block"],
]
VERTICES = [
    *([name, "karate.txt", "--source", "0"] for name in ("sssp", "bellman-ford", "within")),
    *(
        [name, "karate.txt", *(word for vertex in range(9) for word in ("--source", str(vertex)))]
        for name in ("distances", "levels")
    ),
    *([name, "karate.txt"] for name in ("closeness", "harmonic", "eccentricity", "components", "pagerank")),
    *([name, "karate.txt", "--undirected"] for name in ("biconnected", "forest", "core", "communities")),
    ["betweenness", "karate.txt"],
    ["triangles", "karate.txt", "--undirected", "--strategy", "hybrid", "--account"],
    ["diameter", "karate.txt", "--undirected"],
    ["topological", "acyclic.txt"],
]
OTHERS = [
    ["strategies"],
    ["figure", "push", "new.svg"],
    ["look", "karate.txt", "--source", "0", "--strategy", "push"],
    ["info", "karate.txt"],
    ["route", "board.txt", "--start", "0,0", "--goal", "2,5"],
    ["route", "board.txt", "--nets", "nets.csv"],
    ["interleave", "push", "karate.txt", "--source", "0", "--launch", "1"],
    ["interleave", "hierarchical", "karate.txt", "--source", "0", "--sites"],
    ["gallery"],
    ["gallery", "early-count"],
    ["convert", "karate.txt", "new.npz"],
    ["doctor"],
    ["generate", "uniform", "new.mtx", "--num-vertices", "20", "--num-edges", "40"],
    ["generate", "maze", "new.txt", "--rows", "5", "--cols", "5"],
    ["cache"],
    ["launch", "bfs", "karate.txt", "--source", "0"],
    ["practice"],
    *(["practice", str(number), "--seed", "1", "--explain"] for number in TITLES),
]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    edges = nx.karate_club_graph().edges()
    (tmp_path / "karate.txt").write_text("".join(f"{u} {v} {1 + u * v % 5}\n" for u, v in edges))
    (tmp_path / "acyclic.txt").write_text("0 1\n1 2\n0 3\n3 2\n2 4\n")
    (tmp_path / "board.txt").write_text("......\n.##...\n...#..\n")
    (tmp_path / "nets.csv").write_text("net,from_row,from_col,to_row,to_col\na,0,0,2,2\nb,0,3,2,5\n")


def check(text):
    assert text
    wide = [line for line in text.splitlines() if len(line) > WIDTH]
    assert not wide, "\n".join(wide)
    assert "…" not in text  # where Rich cuts a cell off


@pytest.mark.parametrize("arguments", [*SEARCHES, *VERTICES, *OTHERS], ids=" ".join)
def test_output_fits_80_columns(arguments, files, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    check(command(*arguments).out)


def test_help_fits_80_columns(command):
    check(command("-h").out)
    for name, found in typer.main.get_command(app).commands.items():
        check(command(name, "-h").out)
        for inner in getattr(found, "commands", ()):
            check(command(name, inner, "-h").out)
