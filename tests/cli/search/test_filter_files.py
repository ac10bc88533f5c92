import numpy as np


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
