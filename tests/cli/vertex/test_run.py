"""Behavior that the commands for vertices share, shown by `triangles`."""

import csv
import re

import networkx as nx
import numpy as np
import pytest
import typer

import wavefront as wf
from wavefront.algorithms import ALGORITHMS
from wavefront.cli import entry

ROWS = [row for row in ALGORITHMS.values() if row.command is not None]
COMMANDS = typer.main.get_command(entry.app).commands
# Two have a column per source.
ONE_COLUMN = [row for row in ROWS if row.command.name not in ("distances", "levels")]


@pytest.mark.parametrize("row", ONE_COLUMN, ids=lambda row: row.command.name)
def test_every_command_says_and_writes_what_its_function_finds(row, command_json, karate, tmp_path):
    path, _ = karate  # whose edges, if they have a direction, make no cycle
    options = {"source": ["--source", 0]}.get(row.start, [])
    if row.needs == "undirected":
        options.append("--undirected")
    output = tmp_path / "found.npz"
    found = command_json(row.command.name, path, *options, "--validate", "--output", output)
    graph = wf.read(path, undirected=row.needs == "undirected")
    starts = {"source": {"source": 0}, "sources": {"sources": range(34)}}.get(row.start, {})
    result = row.function(graph, **starts)
    assert found["validated"]
    assert {name: found[name] for name in row.command.facts} == {
        name: getattr(result, name) for name in row.command.facts
    }
    with np.load(output) as written:
        assert (written[row.command.values] == getattr(result, row.command.values)).all()
    assert set(found["milliseconds"]) == {"compile", "read", row.command.step, "write"}


def test_every_command_has_the_common_options():
    for row in ROWS:
        options = {option for parameter in COMMANDS[row.command.name].params for option in parameter.opts}
        common = {"--device", "--input-format", "--validate", "--output", "--format"}
        assert common <= options
        assert ("--undirected" in options) is (row.needs != "acyclic")


def test_a_wrong_output_is_refused_before_the_graph_is_read(command):
    for row in ROWS:
        options = [option for option in COMMANDS[row.command.name].params if "--source" in option.opts]
        given = ["--source", 0] if any(option.required for option in options) else []
        result = command(row.command.name, "missing.mtx", *given, "--output", "result.odd", status=2)
        assert "unknown suffix" in result.err


def test_named_and_drawn_vertices_are_refused_before_the_graph_is_read(command):
    for name in ("betweenness", "closeness"):
        for options in (["--samples", 1, "--source", 0], ["--source", 0, "--samples", 1]):
            assert "give one of them" in command(name, "missing.mtx", *options, status=2).err


def test_a_fact_that_is_not_there_is_none_in_text(command, cities):
    out = command("sssp", cities, "--source", "paris", "--delta", "inf").out
    assert ["delta", "none"] in [line.split() for line in out.splitlines()]


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("triangles", path, "--undirected", "--validate")
    expected = nx.triangles(graph)
    assert found["total"] == sum(expected.values()) // 3
    top = sorted(expected.items(), key=lambda item: -item[1])[:10]
    assert found["top"] == [{"vertex": vertex, "triangles": count} for vertex, count in top]
    assert (found["device"], found["validated"], found["output"]) == ("cpu", True, None)
    assert set(found["milliseconds"]) == {"compile", "read", "count"}


def test_a_command_without_a_body_of_its_own_prints_the_facts_of_its_row(command_json, karate):
    path, graph = karate
    found = command_json("biconnected", path, "--undirected", "--validate")
    blocks = list(nx.biconnected_components(graph))
    assert found["num_components"] == len(blocks)
    assert found["num_bridges"] == len(list(nx.bridges(graph)))
    assert found["num_articulation_points"] == len(list(nx.articulation_points(graph)))
    counts = {vertex: sum(vertex in block for block in blocks) for vertex in graph}
    top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:10]
    assert found["top"] == [{"vertex": vertex, "memberships": count} for vertex, count in top]
    assert found["validated"]


def test_text_shows_the_total_and_the_vertices_with_most(command, cities):
    text = command("triangles", cities, "--undirected", "--validate").out
    assert re.search(r"^total +2 *$", text, re.MULTILINE)
    assert "all rules hold" in text
    lines = text.splitlines()
    rows = [line.split() for line in lines[lines.index("") + 2 :]]
    assert rows == [["cairo", "2"], ["rome", "2"], ["athens", "1"], ["paris", "1"], ["oslo", "0"]]


@pytest.mark.parametrize("suffix", [".npz", ".csv"])
def test_counts_as_a_file(suffix, command, karate, tmp_path):
    path, graph = karate
    output = tmp_path / f"counts{suffix}"
    shown = command("triangles", path, "--undirected", "--output", output).out
    assert str(output) in re.sub(r"\n *", "", shown)
    if suffix == ".npz":
        with np.load(output) as arrays:
            found = dict(enumerate(arrays["counts"].tolist()))
    else:
        with output.open() as file:
            found = {int(row["vertex"]): int(row["triangles"]) for row in csv.DictReader(file)}
    assert found == nx.triangles(graph)


def test_a_directed_graph_is_one_line_and_status_2(command, karate):
    result = command("triangles", karate[0], status=2)
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert "undirected" in result.err


def test_a_graph_without_vertices(command_json, tmp_path):
    path = tmp_path / "empty.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
    found = command_json("triangles", path)
    assert (found["total"], found["top"]) == (0, [])
