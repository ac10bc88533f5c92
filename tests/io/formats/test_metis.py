import pytest

import wavefront as wf

# The 7-vertex graph of METIS's manual in its variants: 1-5, 1-3, 1-2, 2-3, 2-4, 3-4, 3-5, 4-6, 4-7, 5-6, 6-7.
EDGES = [(0, 1), (0, 2), (0, 4), (1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (3, 6), (4, 5), (5, 6)]
PLAIN = "7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n"
SIZED = "7 11 100\n1 5 3 2\n1 1 3 4\n1 5 4 2 1\n1 2 3 6 7\n1 1 3 6\n1 5 4 7\n1 6 4\n"
VERTEX = "7 11 10\n4 5 3 2\n2 1 3 4\n5 5 4 2 1\n3 2 3 6 7\n1 1 3 6\n6 5 4 7\n2 6 4\n"
TWO = "7 11 010 2\n4 0 5 3 2\n2 0 1 3 4\n5 0 5 4 2 1\n3 0 2 3 6 7\n1 0 1 3 6\n6 0 5 4 7\n2 0 6 4\n"
EDGE = (
    "7 11 1\n5 1 3 2 2 1\n1 1 3 2 4 1\n5 3 4 2 2 2 1 2\n2 1 3 2 6 2 7 5\n1 1 3 3 6 2\n5 2 4 2 7 6\n6 6 4 5\n"
)
ALL = (
    "% a comment\n7 11 111 1\n9 4 5 1 3 2 2 1\n% another\n9 2 1 1 3 2 4 1\n9 5 5 3 4 2 2 2 1 2\n"
    "9 3 2 1 3 2 6 2 7 5\n9 1 1 1 3 3 6 2\n9 6 5 2 4 2 7 6\n9 2 6 6 4 5\n\n\n"
)
WEIGHTS = [1, 2, 1, 2, 1, 2, 3, 2, 5, 2, 6]


@pytest.mark.parametrize("content", [PLAIN, SIZED, VERTEX, TWO])
def test_vertex_sizes_and_weights_are_dropped(content, file_of, assert_same):
    graph = wf.read(file_of("manual.graph", content))
    assert_same(graph, wf.Graph.from_edges(*zip(*EDGES, strict=True), directed=False))


@pytest.mark.parametrize("content", [EDGE, ALL, ALL.replace("\n", "\r\n")])
def test_edge_weights(content, file_of, assert_same):
    graph = wf.read(file_of("manual.graph", content))
    assert_same(graph, wf.Graph.from_edges(*zip(*EDGES, strict=True), weights=WEIGHTS, directed=False))


def test_isolated_vertices_are_blank_lines(file_of, listed):
    graph = wf.read(file_of("isolated.graph", "5 1\n\n4\n  \n2\n\n"))
    assert graph.num_vertices == 5
    assert listed(graph) == [(1, 3, None), (3, 1, None)]
    assert wf.read(file_of("empty.graph", "3 0\n\n\n\n")).num_vertices == 3


def test_self_loops_are_listed_once(file_of, listed):
    graph = wf.read(file_of("loop.graph", "2 2\n1 2\n1\n"))
    assert listed(graph) == [(0, 0, None), (0, 1, None), (1, 0, None)]


def test_dialect_of_the_10th_dimacs_challenge(file_of, listed):
    graph = wf.read(file_of("loops.graph", "2 4 100\n1 2 2\n1 1\n".replace("4", "5")))
    edges = [(0, 0, None), (0, 1, None), (0, 1, None), (1, 0, None), (1, 0, None)]
    assert listed(graph) == edges


def test_written_text(tmp_path):
    graph = wf.Graph.from_edges([0, 0, 1], [1, 3, 1], 5, directed=False)
    wf.write(graph, tmp_path / "g.graph")
    assert (tmp_path / "g.graph").read_text() == "5 3\n2 4\n1 2\n\n1\n\n"
    weighted = wf.Graph.from_edges([0, 0, 1], [1, 3, 1], 5, [7, 8, 9], directed=False)
    wf.write(weighted, tmp_path / "g.graph")
    assert (tmp_path / "g.graph").read_text() == "5 3 001\n2 7 4 8\n1 7 2 9\n\n1 8\n\n"


@pytest.mark.parametrize("weight", [0.5, -1, 2.0**31])
def test_weights_that_can_not_be_written(weight, tmp_path):
    graph = wf.Graph.from_edges([0], [1], weights=[weight], directed=False)
    with pytest.raises(wf.InputError, match="integer weights from 0 to 2147483647"):
        wf.write(graph, tmp_path / "g.graph")


def test_directed_graphs_can_not_be_written(tmp_path):
    with pytest.raises(wf.InputError, match="undirected graphs only"):
        wf.write(wf.Graph.from_edges([0], [1]), tmp_path / "g.graph")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", ": the file is empty"),
        ("% only\n", ", line 1: the file ends before a line 'vertices edges [fmt [ncon]]'"),
        ("7\n", ", line 1: expected 'vertices edges [fmt [ncon]]'"),
        ("1 0 2\n\n", ", line 1: expected 'vertices edges [fmt [ncon]]', fmt three digits 0 or 1"),
        ("1 0 1111\n\n", ", line 1: expected 'vertices edges [fmt [ncon]]'"),
        ("-1 0\n", ", line 1: number of vertices '-1' is out of range"),
        ("3 1\n2\n1\n", ": expected a line for each of 3 vertices; the file ends after 2"),
        ("2 1\n2\n1\n\n1\n", ", line 5: expected no more than 2 vertices"),
        ("2 2\n2\n1\n", ", line 1: the header says 2 edges, the vertices list 2 neighbors; expected 4"),
        ("2 0\n2\n1\n", ", line 1: the header says 0 edges, the vertices list 2 neighbors; expected 0"),
        ("% c\n2 1\n3\n1\n", ", line 3: neighbor 3 is out of range: expected 1 to 2"),
        ("2 1\n% c\n2\n0\n", ", line 4: neighbor 0 is out of range: expected 1 to 2"),
        ("2 1\n99999999999999999999\n1\n", ", line 2: neighbor 9223372036854775807 is out of range"),
        ("2 1\n-2\n1\n", ", line 2: number '-2' is out of range"),
        ("2 1\n2\none\n", ", line 3: expected an integer number, found 'one'"),
        ("2 1\n2\n1.0\n", ", line 3: expected an integer number, found '1.0'"),
        ("2 1\n2\n+1\n", ", line 3: expected digits only, found '+1'"),
        ("3 2\n2\n1\n1 2\n", ", line 4: vertex 3 lists 1, which does not list 3"),
        ("3 2\n2 3\n1\n2\n", ", line 2: vertex 1 lists 3, which does not list 1"),
        ("2 1 1\n2 5\n1 6\n", ", line 2: the edge of 1 and 2 has two weights, 5 and 6"),
        ("2 1 1\n2 5\n1\n", ", line 3: expected 0 numbers, then pairs 'neighbor weight'; found 1 numbers"),
        ("2 1 1\n2 99999999999999999999\n1 99999999999999999999\n", ", line 2: a weight is beyond 63 bits"),
        ("2 1 11 2\n1\n1 1 1 1\n", ", line 2: expected 2 numbers, then pairs 'neighbor weight'"),
        ("1000000000000 1\n2\n1\n", ": a graph of 1,000,000,000,000 vertices needs about"),
        ("2 9221372036847758083\n2\n1\n", ", line 1: the header says 9,221,372,036,847,758,083 edges"),
        ("2 1000000000000\n2\n1\n", ", line 1: the header says 1,000,000,000,000 edges"),
    ],
)
def test_bad_files(content, problem, refused):
    assert problem in refused("bad.graph", content)


def test_parallel_edges_with_several_weights(file_of, listed):
    graph = wf.read(file_of("multi.graph", "2 2 1\n2 5 2 6\n1 6 1 5\n"))
    assert listed(graph) == [(0, 1, 5), (0, 1, 6), (1, 0, 5), (1, 0, 6)]
