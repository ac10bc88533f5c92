"""``wavefront within``: what it prints and writes, and which radius it takes."""

import csv

import networkx as nx
import pytest


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("within", path, "--undirected", "--source", 16, "--radius", 2, "--validate")
    lengths = nx.single_source_shortest_path_length(graph.to_undirected(), 16, cutoff=2)
    assert (found["source"], found["radius"], found["num_found"]) == (16, 2, len(lengths))
    assert found["validated"]
    furthest = sorted(lengths.items(), key=lambda item: (-item[1], item[0]))[:10]
    assert found["top"] == [{"vertex": vertex, "distance": length} for vertex, length in furthest]


def test_a_file_has_a_row_per_vertex_found(command, cities, tmp_path):
    output = tmp_path / "near.csv"
    text = command("within", cities, "--undirected", "--source", "oslo", "--output", output).out
    assert "num found" in text
    with output.open() as file:
        rows = list(csv.DictReader(file))
    assert rows[0] == {"vertex": "oslo", "distance": "0", "predecessor": ""}
    assert {row["predecessor"] for row in rows[1:]} == {"oslo"}


@pytest.mark.parametrize("radius", ["1.5", "-1", "nan", "inf"])
def test_a_radius_that_is_no_number_of_edges_is_refused(radius, command, karate):
    path, _ = karate
    assert "radius" in command("within", path, "--source", 0, "--radius", radius, status=2).err


def test_an_infinite_radius_of_weights(command_json, karate):
    path, _ = karate
    found = command_json("within", path, "--undirected", "--source", 0, "--radius", "inf", "--weighted")
    assert (found["radius"], found["num_found"]) == (None, 34)


def test_the_trace_has_the_sizes_of_the_levels(command, command_json, karate):
    path, graph = karate
    layers = list(nx.bfs_layers(graph.to_undirected(), 16))
    for name, options in (("within", ["--radius", 9]), ("sssp", ["--delta", 0.5])):
        arguments = (name, path, "--undirected", "--source", 16, *options)
        rows = command_json(*arguments, "--trace")["trace"]
        assert [row["frontier"] for row in rows] == list(map(len, layers))
        assert "trace" not in command_json(*arguments)
        assert "milliseconds" in command(*arguments, "--trace").out.splitlines()[-len(rows) - 1]
