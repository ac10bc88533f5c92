import networkx as nx
import numpy as np
import pytest

import wavefront as wf

UNREACHED = "0 1\n1 2\n3 0\n"  # nothing leads to 3


def levels_of(graph, *sources):
    return nx.multi_source_dijkstra_path_length(graph, set(sources), weight=None)


@pytest.mark.parametrize("strategy", ["auto", *wf.STRATEGIES])
def test_json_agrees_with_networkx(strategy, command_json, karate):
    path, graph = karate
    found = command_json(
        "bfs", path, "--undirected", "--source", 16, "--target", 25, "--strategy", strategy, "--threads", 1
    )
    distance = nx.shortest_path_length(graph, 16, 25)
    assert found["graph"] == {
        "file": str(path),
        "num_vertices": 34,
        "num_edges": 2 * graph.number_of_edges(),
        "directed": False,
    }
    assert (found["sources"], found["target"], found["threads"]) == ([16], 25, 1)
    assert (found["reached"], found["distance"]) == (True, distance)
    assert nx.is_path(graph, found["path"])
    assert (found["path"][0], found["path"][-1], len(found["path"])) == (16, 25, distance + 1)
    expected = np.bincount(list(levels_of(graph, 16).values()))[: distance + 1].tolist()
    assert found["level_sizes"] == expected
    assert (found["num_levels"], found["num_reached"]) == (distance + 1, sum(expected))
    assert found["strategy"] == strategy or strategy == "auto"
    assert set(found["milliseconds"]) == {"compile", "read", "build", "traverse"}
    assert found["output"] is None


def test_several_sources_and_a_depth_limit(command_json, karate):
    path, graph = karate
    found = command_json("bfs", path, "--undirected", "--source", 16, "--source", 26, "--depth-limit", 1)
    expected = np.bincount(list(levels_of(graph, 16, 26).values()))[:2].tolist()
    assert found["sources"] == [16, 26]
    assert found["level_sizes"] == expected
    # Edges inspected: those of the two sources, none of the last level's.
    assert found["traversed_edges"] == (graph.degree(16) + graph.degree(26)) // 2


def test_a_whole_search_counts_undirected_edges_once(command_json, karate):
    path, graph = karate
    undirected = command_json("bfs", path, "--undirected", "--source", 0)
    assert undirected["traversed_edges"] == graph.number_of_edges()
    reached = nx.descendants(nx.DiGraph(list(graph.edges())), 0) | {0}
    directed = command_json("bfs", path, "--source", 0)
    assert directed["traversed_edges"] == sum(u in reached for u, _ in graph.edges())


def test_names_are_used_throughout(command_json, command, cities):
    found = command_json("bfs", cities, "--source", "paris", "--target", "athens")
    assert (found["sources"], found["target"]) == (["paris"], "athens")
    assert found["path"] == ["paris", "rome", "athens"]
    text = command("bfs", cities, "--source", "paris", "--target", "athens").out
    assert "Path to athens, 2 edges:\nparis -> rome -> athens" in text
    assert "from paris," in text


def test_integer_labels_may_be_negative_and_sparse(command_json, tmp_path):
    path = tmp_path / "sparse.txt"
    path.write_text("-5 1000000000000\n1000000000000 7\n")
    found = command_json("bfs", path, "--source", "-5", "--target", 7)
    assert found["path"] == [-5, 1000000000000, 7]


def test_an_unreached_target_is_no_error(command_json, command, tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text(UNREACHED)
    found = command_json("bfs", path, "--source", 0, "--target", 3)
    assert (found["target"], found["reached"], found["distance"], found["path"]) == (3, False, None, None)
    assert "3 is not reached from 0." in command("bfs", path, "--source", 0, "--target", 3).out


def test_without_target_its_fields_are_null(command_json, karate):
    found = command_json("bfs", karate[0], "--source", 0)
    assert [found[name] for name in ("target", "reached", "distance", "path")] == [None] * 4


def test_deterministic_takes_the_smallest_predecessor(command_json, tmp_path):
    path = tmp_path / "diamond.txt"
    path.write_text("0 2\n0 1\n2 3\n1 3\n")
    assert command_json("bfs", path, "--source", 0, "--target", 3, "--deterministic")["path"] == [0, 1, 3]


def test_text_shows_sizes_times_levels_and_path(command, karate):
    text = command("bfs", karate[0], "--undirected", "--source", 0, "--target", 33, "--validate").out
    assert "34 vertices, 156 stored edges, undirected" in text
    for name in ("read", "build", "traverse"):
        assert f"\n{name} " in text
    assert "MTEPS (million traversed edges per second)" in text
    assert "all five rules of Graph 500 hold" in text
    assert "Path to 33, 2 edges:" in text
    assert "\x1b" not in text


def test_many_levels_are_grouped(command, tmp_path):
    path = tmp_path / "path.txt"
    path.write_text("".join(f"{vertex} {vertex + 1}\n" for vertex in range(1234)))
    text = command("bfs", path, "--source", 0, "--target", 1234).out
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.split()[:1] == ["level"]) + 1
    rows = [line.split() for line in lines[first : lines.index("", first)]]
    assert len(rows) <= 20
    assert (rows[0][0], rows[-1][0]) == ("0-61", "1178-1234")
    assert sum(int(row[1].replace(",", "")) for row in rows) == 1235
    assert "1,235 of 1,235 vertices" in text
    assert "(1,215 more; --format json shows all)" in text


def test_text_fits_a_narrow_terminal(command, karate, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    lines = command("bfs", karate[0], "--source", 0).out.splitlines()
    assert max(map(len, lines)) == 50


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--source", "34"], "vertex 34 is out of range: ids go from 0 to 33"),
        (["--source", "-1"], "vertex -1 is out of range"),
        (["--source", "99999999999999999999"], "vertex 99999999999999999999 is out of range"),
        (["--source", "paris"], "a vertex of this graph is an integer, not 'paris'"),
        (["--source", "0", "--target", "34"], "vertex 34 is out of range"),
        (["--source", "0", "--strategy", "fastest"], "direction_optimized"),
        (["--source", "0", "--device", "abacus"], "unknown device 'abacus'"),
        (["--source", "0", "--threads", "0"], "threads must be"),
        (["--source", "0", "--threads", "1", "--device", "cuda"], "--threads is for the CPU"),
        (["--source", "0", "--depth-limit", "-1"], "--depth-limit"),
        (["--source", "0", "--output", "levels.xlsx"], "unknown suffix '.xlsx'; expected .npz, .csv"),
        (["--source", "0", "--output", "nowhere/levels.csv"], "there is no folder nowhere"),
    ],
)
def test_bad_arguments_are_one_line_and_status_2(arguments, problem, command, karate):
    result = command("bfs", karate[0], *arguments, status=2)
    assert result.out == ""
    assert result.err.startswith("wavefront: ")
    assert result.err.count("\n") == 1
    assert problem in result.err


def test_a_label_that_is_not_there(command, cities):
    assert "no vertex has the label 'berlin'" in command("bfs", cities, "--source", "berlin", status=2).err


def test_a_graph_without_vertices(command, tmp_path):
    path = tmp_path / "empty.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
    assert "the graph has no vertices" in command("bfs", path, "--source", 0, status=2).err


def test_validate_reports_a_wrong_search(command, karate, monkeypatch):
    def wrong(graph, sources, device, *, stop, trace, predecessors):
        levels = np.full(graph.num_vertices, 1, np.int32)
        levels[sources] = 0
        return levels, np.where(levels, sources[0], -1)

    monkeypatch.setitem(wf.STRATEGIES, "push", wrong)
    arguments = ["bfs", karate[0], "--source", 0, "--strategy", "push", "--undirected"]
    command(*arguments)
    assert "rule 5: tree edge 0 -> 9" in command(*arguments, "--validate", status=1).err


def test_level_types(command_json, command, tmp_path):
    path = tmp_path / "path.edges"
    path.write_text("".join(f"{vertex} {vertex + 1}\n" for vertex in range(200)))
    for level_dtype, expected in (("auto", "int16"), ("int16", "int16"), ("int32", "int32")):
        levels = tmp_path / "levels.npz"
        found = command_json("bfs", path, "--source", 0, "--level-dtype", level_dtype, "--output", levels)
        assert found["num_levels"] == 201
        assert np.load(levels)["levels"].dtype == expected
    error = command("bfs", path, "--source", 0, "--level-dtype", "int8", status=2).err
    assert "--level-dtype int16 would do" in error
