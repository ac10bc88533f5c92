import numpy as np
import pytest


def test_searches_what_the_files_keep(command_json, tmp_path):
    graph, vertices, edges = (tmp_path / name for name in ("graph.txt", "vertices.npy", "edges.npy"))
    graph.write_text("0 1\n0 3\n1 2\n3 2\n")
    np.save(vertices, [True, False, True, True])
    np.save(edges, [True, True, True, False])  # not 3 -> 2
    given = "bfs", graph, "--source", 0, "--strategy", "sequential", "--validate"
    assert command_json(*given)["level_sizes"] == [1, 2, 1]
    assert command_json(*given, "--vertex-filter", vertices)["level_sizes"] == [1, 1, 1]
    assert command_json(*given, "--vertex-filter", vertices, "--edge-filter", edges)["level_sizes"] == [1, 1]


def test_a_file_that_is_no_array(command, tmp_path):
    graph = tmp_path / "graph.txt"
    graph.write_text("0 1\n")
    several = tmp_path / "several.npz"
    np.savez(several, one=np.array([True, True]))
    for wrong in graph, several:
        found = command("bfs", graph, "--source", 0, "--vertex-filter", wrong, status=2)
        assert "NumPy's .npy format" in found.err


@pytest.mark.parametrize("name", ["closeness", "harmonic", "eccentricity", "betweenness", "diameter"])
def test_of_a_part(name, command_json, tmp_path):
    graph, vertices = tmp_path / "graph.txt", tmp_path / "vertices.npy"
    graph.write_text("0 1\n1 2\n2 3\n3 4\n4 0\n")
    np.save(vertices, np.arange(5) != 4)  # a path of four
    found = command_json(name, graph, "--undirected", "--vertex-filter", vertices, "--validate")
    assert found["validated"]
    if name == "diameter":
        assert sorted(found["ends"]) == [0, 3]
    elif name == "eccentricity":
        assert (found["num_found"], found["radius"], found["diameter"]) == (4, 2, 3)
    elif name == "betweenness":
        assert (found["num_sources"], found["exact"]) == (4, True)
        assert [row["vertex"] for row in found["top"]] == [1, 2, 0, 3, 4]
    else:
        assert (found["num_found"], [row["vertex"] for row in found["top"]]) == (4, [1, 2, 0, 3])
