import networkx as nx
import numpy as np


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("eccentricity", path, "--undirected", "--validate")
    expected = nx.eccentricity(graph)
    top = sorted(expected, key=lambda vertex: (-expected[vertex], vertex))[:10]
    assert found["top"] == [{"vertex": v, "eccentricity": expected[v]} for v in top]
    assert (found["radius"], found["diameter"]) == (nx.radius(graph), nx.diameter(graph))
    assert (found["is_connected"], found["all"], found["validated"]) == (True, True, True)


def test_some_vertices_have_no_radius(command_json, karate, tmp_path):
    output = tmp_path / "found.npz"
    found = command_json("eccentricity", karate[0], "--undirected", "--vertex", 3, "--output", output)
    assert (found["radius"], found["diameter"], found["num_found"]) == (None, None, 1)
    with np.load(output) as arrays:
        assert (arrays["vertices"].tolist(), arrays["eccentricities"].tolist()) == ([3], [3])


def test_a_graph_that_is_not_connected(command_json, cities):
    found = command_json("eccentricity", cities)
    assert (found["is_connected"], found["radius"], found["diameter"]) == (False, None, None)
