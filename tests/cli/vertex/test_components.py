import csv

import networkx as nx
import numpy as np

import wavefront as wf


def test_json_agrees_with_networkx(command_json, tmp_path):
    graph = nx.gnp_random_graph(60, 0.02, seed=3, directed=True)
    graph.add_edge(59, 59)
    path = tmp_path / "graph.mtx"
    path.write_text(
        f"%%MatrixMarket matrix coordinate pattern general\n60 60 {graph.number_of_edges()}\n"
        + "".join(f"{u + 1} {v + 1}\n" for u, v in graph.edges())
    )
    parts = {"weak": nx.weakly_connected_components(graph), "strong": nx.strongly_connected_components(graph)}
    for kind, expected in parts.items():
        found = command_json("components", path, "--kind", kind, "--validate")
        sizes = sorted(((len(part), -min(part)) for part in expected), reverse=True)
        assert (found["kind"], found["num_components"], found["validated"]) == (kind, len(sizes), True)
        assert found["top"] == [{"vertex": -first, "component_size": size} for size, first in sizes[:10]]
        assert set(found["milliseconds"]) == {"compile", "read", "connect"}


def test_text_and_files_use_names(command, cities, tmp_path):
    for suffix in ("csv", "npz"):
        output = tmp_path / f"components.{suffix}"
        out = command("components", cities, "--kind", "strong", "--validate", "--output", output).out
    assert "all rules hold" in out
    with (tmp_path / "components.csv").open() as rows:
        found = {row["vertex"]: int(row["component"]) for row in csv.DictReader(rows)}
    assert len({found[city] for city in ("rome", "athens", "cairo")}) == 1
    assert len(set(found.values())) == 3
    with np.load(tmp_path / "components.npz") as written:
        assert dict(zip(written["labels"], written["components"], strict=True)) == found
    graph = wf.read(cities)
    expected = wf.connected_components(graph, "strong").components.tolist()
    assert found == dict(zip(graph.labels.tolist(), expected, strict=True))


def test_an_unknown_kind_is_refused(command, cities):
    assert "kind" in command("components", cities, "--kind", "odd", status=2).err
