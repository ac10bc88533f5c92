import networkx as nx
import pytest

import wavefront as wf


def test_karate_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("info", path, "--undirected")
    degrees = [degree for _, degree in graph.degree()]
    assert (found["graph"]["num_vertices"], found["graph"]["num_edges"]) == (34, 2 * graph.number_of_edges())
    assert (found["graph"]["directed"], found["weighted"], found["labelled"]) == (False, False, False)
    assert (found["num_self_loops"], found["num_parallel_edges"], found["num_components"]) == (0, 0, 1)
    assert found["out_degree"] == {
        "min": min(degrees),
        "mean": pytest.approx(sum(degrees) / 34),
        "max": max(degrees),
        "max_over_mean": pytest.approx(34 * max(degrees) / sum(degrees)),
        "top_1_percent_share": pytest.approx(max(degrees) / sum(degrees)),
    }
    for row in found["out_degree_histogram"]:
        assert row["num_vertices"] == sum(row["least"] <= degree <= row["most"] for degree in degrees)
    assert sum(row["num_vertices"] for row in found["out_degree_histogram"]) == 34


@pytest.mark.parametrize("undirected", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_bytes_are_those_of_the_formats(undirected, weighted, command_json, tmp_path):
    path = tmp_path / "graph.wel"
    edges = list(nx.gnm_random_graph(40, 120, seed=1, directed=True).edges())
    path.write_text("".join(f"{u} {v}{' 0.5' if weighted else ''}\n" for u, v in edges))
    name = "wel" if weighted else "el"
    path = path.rename(path.with_suffix(f".{name}"))
    flag = ["--undirected"] if undirected else []
    found = command_json("info", path, *flag)
    graph = wf.read(path, undirected=undirected)
    assert found["weighted"] == graph.weighted == weighted
    built = {name: getattr(graph, name) for name in ("csr", "csc", "coo", "ell", "jds")}
    expected = {
        name: sum(array.nbytes for array in view if array is not None) for name, view in built.items()
    }
    assert found["bytes"] == expected | {"dense": graph.dense().nbytes}


def test_self_loops_parallel_edges_and_components(command_json, tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text("0 0\n0 0\n0 1\n0 1\n0 1\n2 3\n4 3\n")
    directed = command_json("info", path)
    names = "num_self_loops", "num_parallel_edges", "num_components"
    assert [directed[name] for name in names] == [2, 3, 2]
    undirected = command_json("info", path, "--undirected")
    assert (undirected["num_self_loops"], undirected["num_parallel_edges"]) == (2, 3)


def test_text(command, cities):
    text = command("info", cities).out
    assert "5 vertices, 6 stored edges, directed, labelled" in text
    assert "1 (weakly connected)" in text
    assert "in-degree       0 to 2, mean 1.20" in text
    rows = {line.split()[0]: line.split()[1] for line in text.splitlines() if "+ 1 + E" in line}
    assert rows["CSR"] == str(4 * (5 + 1 + 6))


def test_a_graph_without_vertices(command_json, command, tmp_path):
    path = tmp_path / "empty.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
    found = command_json("info", path)
    assert (found["graph"]["num_vertices"], found["num_components"], found["bytes"]["csr"]) == (0, 0, 4)
    assert "0 vertices" in command("info", path).out
