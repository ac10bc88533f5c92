import csv
import re

import networkx as nx
import numpy as np
import pytest


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("triangles", path, "--undirected", "--validate")
    expected = nx.triangles(graph)
    assert found["total"] == sum(expected.values()) // 3
    top = sorted(expected.items(), key=lambda item: -item[1])[:10]
    assert found["top"] == [{"vertex": vertex, "triangles": count} for vertex, count in top]
    assert (found["device"], found["validated"], found["output"]) == ("cpu", True, None)
    assert set(found["milliseconds"]) == {"read", "count"}


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
