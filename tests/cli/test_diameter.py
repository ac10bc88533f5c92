import networkx as nx
import numpy as np


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("diameter", path, "--undirected", "--validate")
    assert found["diameter"] == nx.diameter(graph)
    assert nx.shortest_path_length(graph, *found["ends"]) == found["diameter"]
    assert found["validated"]
    assert 1 <= found["num_searches"] <= 50
    assert set(found["milliseconds"]) == {"compile", "read", "search"}


def test_text_names_the_ends(command, cities):
    text = command("diameter", cities, "--undirected", "--validate").out
    assert "all rules hold" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["diameter", "3"] in rows
    assert ["from", "oslo"] in rows or ["to", "oslo"] in rows


def test_a_graph_that_is_not_connected_is_the_callers_error(command, cities):
    told = command("diameter", cities, status=2).err
    assert "strongly connected" in told
    assert "take its largest component by --largest-component" in told


def test_the_largest_component(command_json, file_of, tmp_path):
    path, kept = file_of("roads.txt", "a b\nb c\nc a\nc d\nd e\ne f\nf g\nx y\n"), tmp_path / "kept.npy"
    found = command_json("diameter", path, "--largest-component", "--validate")
    assert (found["diameter"], found["validated"]) == (2, True)  # of the cycle a, b, c
    assert set(found["ends"]) <= {"a", "b", "c"}
    given = "diameter", path, "--undirected", "--largest-component", "--validate"
    assert command_json(*given)["diameter"] == 5
    np.save(kept, np.arange(9) != 3)  # without d
    assert command_json(*given, "--vertex-filter", kept)["diameter"] == 1  # of a, b, c, the first of two
