import csv
import re

import networkx as nx
import numpy as np
import pytest


@pytest.fixture
def tasks(tmp_path):
    """A directed edge list without cycles, with names for vertices."""
    path = tmp_path / "tasks.txt"
    path.write_text("flour dough\nwater dough\ndough bread\noven bread\nbread toast\nflour toast\n")
    return path


LEVELS = {"flour": 0, "water": 0, "oven": 0, "dough": 1, "bread": 2, "toast": 3}


def test_json_agrees_with_networkx(command_json, tmp_path):
    edges = [(u, v) for u, v in nx.gnp_random_graph(50, 0.08, seed=4).edges() if u < v]
    path = tmp_path / "graph.mtx"
    rows = "".join(f"{u + 1} {v + 1}\n" for u, v in edges)
    path.write_text(f"%%MatrixMarket matrix coordinate pattern general\n50 50 {len(edges)}\n{rows}")
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(range(50))
    generations = [sorted(generation) for generation in nx.topological_generations(graph)]
    found = command_json("topological", path, "--validate")
    assert (found["num_levels"], found["validated"]) == (len(generations), True)
    assert found["in_the_widest_level"] == max(map(len, generations))
    deepest = [(v, level) for level, vertices in reversed([*enumerate(generations)]) for v in vertices]
    assert [(row["vertex"], row["level"]) for row in found["top"]] == deepest[:10]
    assert set(found["milliseconds"]) == {"compile", "read", "order"}


def test_text_and_files_use_names(command, tasks, tmp_path):
    for suffix in ("csv", "npz"):
        out = command("topological", tasks, "--validate", "--output", tmp_path / f"levels.{suffix}").out
    assert "all rules hold" in out
    with (tmp_path / "levels.csv").open() as rows:
        assert {row["vertex"]: int(row["level"]) for row in csv.DictReader(rows)} == LEVELS
    with np.load(tmp_path / "levels.npz") as written:
        assert dict(zip(written["labels"].tolist(), written["levels"].tolist(), strict=True)) == LEVELS


def test_a_cycle_is_one_line_that_names_a_vertex_on_it(command, cities):
    result = command("topological", cities, status=2)
    assert result.out == ""
    assert result.err.splitlines()[-1].startswith("wavefront: the graph has a cycle")
    assert re.search(r"through vertex '(rome|athens|cairo)' \(id \d\)$", result.err)


def test_an_undirected_edge_is_a_cycle(command, tmp_path):
    path = tmp_path / "graph.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n")
    assert "cycle" in command("topological", path, status=2).err


def test_a_graph_without_vertices(command_json, tmp_path):
    path = tmp_path / "empty.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
    found = command_json("topological", path)
    assert (found["num_levels"], found["in_the_widest_level"], found["top"]) == (0, 0, [])
