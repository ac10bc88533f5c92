"""The command for a path between two vertices."""

import networkx as nx
import numpy as np
import pytest


@pytest.fixture
def roads(tmp_path):
    """Directed, with weights and names; nothing leads to oslo."""
    path = tmp_path / "roads.csv"
    rows = ["paris,rome,5", "rome,athens,2", "paris,athens,9", "athens,cairo,1.5", "oslo,paris,1"]
    path.write_text("\n".join(["src,dst,weight", *rows]) + "\n")
    return path


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("path", path, "--undirected", "--source", 14, "--target", 16)
    assert found["length"] == nx.shortest_path_length(graph, 14, 16) == len(found["path"]) - 1
    assert nx.is_path(graph, found["path"])
    assert (found["path"][0], found["path"][-1]) == (found["source"], found["target"]) == (14, 16)
    assert set(found["milliseconds"]) == {"compile", "read", "search"}


def test_names_and_weights(command, command_json, roads):
    ends = ["--source", "paris", "--target", "cairo"]
    assert command_json("path", roads, *ends)["path"] == ["paris", "athens", "cairo"]
    found = command_json("path", roads, *ends, "--weighted")
    assert (found["path"], found["weighted"]) == (["paris", "rome", "athens", "cairo"], True)
    out = command("path", roads, *ends, "--weighted").out
    assert "paris -> rome -> athens -> cairo" in out


def test_distances(command, command_json, roads):
    ends = ["--source", "paris", "--target", "cairo"]
    assert command_json("path", roads, *ends)["distance"] == 2
    several = [*ends, "-k", 5, "--weighted"]
    found = command_json("path", roads, *several)
    assert (found["distance"], found["distances"]) == (8.5, [8.5, 10.5])
    out = command("path", roads, *several).out.split()
    assert [out[place + 1] for place, word in enumerate(out) if word == "distance"] == ["8.5", "10.5"]


def test_no_path(command, command_json, roads):
    ends = ["--source", "paris", "--target", "oslo"]
    found = command_json("path", roads, *ends)
    assert (found["path"], found["length"]) == (None, None)
    assert "there is none" in command("path", roads, *ends).out


def test_a_negative_weight_is_the_callers_error(command, tmp_path):
    path = tmp_path / "debts.wel"
    path.write_text("0 1 -2\n")
    ends = ["--source", 0, "--target", 1, "--weighted"]
    assert "edge 0 -> 1 has -2" in command("path", path, *ends, status=2).err


def test_all_shortest_paths(command, command_json, karate):
    path, graph = karate
    ends = ["--undirected", "--source", 14, "--target", 16]
    found = command_json("path", path, *ends, "--all")
    right = sorted(nx.all_shortest_paths(graph.to_undirected(), 14, 16))
    assert found["num_paths"] == len(right)
    assert len(set(map(tuple, found["paths"]))) == 10 < len(right)
    assert all(path in right for path in found["paths"])
    assert f"num paths  {len(right)}" in command("path", path, *ends, "--all").out
    nowhere = command_json("path", path, "--source", 33, "--target", 0, "--all")
    assert (nowhere["path"], nowhere["paths"], nowhere["num_paths"]) == (None, [], 0)


def test_more_than_the_shortest_paths(command, command_json, roads):
    ends = ["--source", "paris", "--target", "cairo", "--weighted", "-k", 9]
    paths = [["paris", "rome", "athens", "cairo"], ["paris", "athens", "cairo"]]
    assert command_json("path", roads, *ends)["paths"] == paths
    assert " -> ".join(paths[1]) in command("path", roads, *ends).out
    assert "give one of them" in command("path", roads, *ends, "--all", status=2).err


@pytest.mark.parametrize("more", [["--all"], ["-k", 3]])
def test_paths_that_filters_keep(command_json, roads, tmp_path, more):
    """Edges are in the order of names: from athens, oslo, paris to athens, paris to rome, and rome."""
    np.save(tmp_path / "edges.npy", np.array([True, True, True, False, True]))
    ends = ["--source", "paris", "--target", "cairo", "--weighted", "--validate", *more]
    found = command_json("path", roads, *ends, "--edge-filter", tmp_path / "edges.npy")
    assert (found["paths"], found["distances"]) == ([["paris", "athens", "cairo"]], [10.5])


@pytest.mark.parametrize("more", [[], ["--all"], ["-k", 3]])
@pytest.mark.parametrize("target", ["cairo", "oslo"])
def test_paths_are_checked_by_rules(command, command_json, roads, target, more):
    ends = ["--source", "paris", "--target", target, "--weighted", "--validate", *more]
    found = command_json("path", roads, *ends)
    assert found["validated"] is True
    assert "validate" in found["milliseconds"]
    assert "all rules hold" in command("path", roads, *ends).out


def test_wrong_paths_are_reported(command, roads, monkeypatch):
    wrong = "wavefront.algorithms.shortest_path.shortest_path"
    monkeypatch.setattr(wrong, lambda graph, *_, **__: [0, 1])
    assert (
        "rule" in command("path", roads, "--source", "paris", "--target", "cairo", "--validate", status=1).err
    )
