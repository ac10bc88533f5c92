import csv

import networkx as nx
import numpy as np


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("forest", path, "--undirected", "--weighted", "--validate")
    assert found["num_edges"] == found["total_weight"] == graph.number_of_nodes() - 1
    assert found["num_components"] == nx.number_connected_components(graph) == 1
    assert found["top"] == [{"vertex": 0, "tree_size": 34}]
    assert found["validated"]


def test_output(command, cities, tmp_path):
    table, arrays = tmp_path / "trees.csv", tmp_path / "trees.npz"
    assert "tree_size" in command("forest", cities, "--undirected", "--output", table).out
    command("forest", cities, "--undirected", "--output", arrays)
    with table.open() as rows:
        found = [(int(row["component"]), int(row["parent"])) for row in csv.DictReader(rows)]
    with np.load(arrays) as written:
        assert found == list(zip(written["components"].tolist(), written["parents"].tolist(), strict=True))
    assert sum(parent == -1 for _, parent in found) == len({tree for tree, _ in found})
