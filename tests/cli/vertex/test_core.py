import csv

import networkx as nx
import numpy as np


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("core", path, "--undirected", "--validate")
    expected = nx.core_number(graph)
    inner = [vertex for vertex, core in expected.items() if core == 4]
    assert (found["degeneracy"], found["in_the_innermost_core"]) == (4, len(inner))
    assert found["top"] == [{"vertex": vertex, "core": 4} for vertex in inner[:10]]
    assert (found["validated"], found["output"]) == (True, None)
    assert set(found["milliseconds"]) == {"compile", "read", "peel"}


def test_output(command, cities, tmp_path):
    table, arrays = tmp_path / "cores.csv", tmp_path / "cores.npz"
    out = command("core", cities, "--undirected", "--output", table).out
    assert "degeneracy" in out
    command("core", cities, "--undirected", "--output", arrays)
    with table.open() as rows:
        found = {row["vertex"]: int(row["core"]) for row in csv.DictReader(rows)}
    assert found == {"paris": 2, "rome": 2, "athens": 2, "cairo": 2, "oslo": 1}
    with np.load(arrays) as written:
        assert dict(zip(written["labels"].tolist(), written["cores"].tolist(), strict=True)) == found


def test_a_directed_graph_is_the_callers_error(command, cities):
    assert "undirected" in command("core", cities, status=2).err
