"""The format that a file's first bytes tell: of files as others write them, and of what may be mistaken."""

import networkx as nx
import pytest

import wavefront as wf
from wavefront.io.file_objects import HEAD_SIZE
from wavefront.io.recognize import format_by_content


@pytest.mark.parametrize(
    ("content", "format"),
    [
        (b"%%MatrixMarket matrix coordinate pattern general\n", "mtx"),
        (b"%%matrixmarket MATRIX array real general\n", "mtx"),
        (b"\xef\xbb\xbf%%MatrixMarket matrix coordinate real symmetric\n", "mtx"),
        (b"c challenge 9\nc\nc\n\np sp 3 2\na 1 2 5\n", "dimacs"),
        (b"p sp 0 0\n", "dimacs"),
        (b"c d\nd e\n", "edges"),  # names, not a comment
        (b"c 1\np 2\n", "edges"),
        (b"<?xml version='1.0'?><graphml>", "graphml"),
        (b"\n <graphml>", "graphml"),
        ("\ufeff<?xml version='1.0' encoding='UTF-16'?>".encode("utf-16-le"), "graphml"),
        (b"source,target,weight\na,b,1\n", "edges"),
        (b"# Nodes: 3 Edges: 2\n0\t1\n", "edges"),
        (b"% asym unweighted\n1 2\n", "edges"),
        (b"", "edges"),
        (b"%\n3 3\n2 3\n1 3\n1 2\n", "metis"),
        (b"3 1\n2\n1\n\n", "metis"),  # the last vertex has no neighbors
        (b"3 0\n\n\n\n", "metis"),
        (b"2 1 1\n2 7\n1 7\n", "metis"),
        (b"2 1 011 2\n9 9 2 7\n9 9 1 7\n", "metis"),
        (b"2 1 100\n3 2\n3 1\n", "metis"),
        (b"2 2 100\n2\n1\n", "metis"),  # as in the 10th DIMACS challenge
        (b"1 0\n", "edges"),
        (b"0 0\n", "edges"),
        (b"3 3\n2 3\n1 3\n1 1\n", "edges"),  # 3 doesn't list 2
        (b"2 1 7\n2\n1\n", "edges"),
        (b"2 1\n1 2\n2 1\n", "edges"),
        (b"2 1 1\n2 1\n1\n9\n", "edges"),
        (b"2 2\n1 2\n1 2\n", "edges"),  # METIS has no self-loops
        (b"1 2 10\n4 1 1\n", "edges"),
        (b"3 3 1\n2 9 3\n1 9 3\n1 9 2\n", "edges"),  # METIS needs a weight for each neighbor
        (b"2 2\n1 2\n1\n", "metis"),  # with the self-loop of a file that Wavefront wrote
        (bytes(17), None),
        (b"\x00\x10\x20\x30", None),
    ],
)
def test_contents(content, format):
    assert format_by_content(content) == format


@pytest.mark.parametrize("seed", range(5))
def test_long_metis_files_and_edge_lists_are_told_apart(seed, tmp_path):
    graph = nx.random_regular_graph(2, 20_000, seed)  # every line has two numbers, in either format
    ours = wf.Graph.from_networkx(graph)
    for name, format in (("g.graph", "metis"), ("g.el", "edges")):
        wf.write(ours, tmp_path / name)
        content = (tmp_path / name).read_bytes()
        assert len(content) > HEAD_SIZE
        assert format_by_content(content[:HEAD_SIZE]) == format
    lines = [f"{1 + u} {1 + v}\n" for u, v in graph.edges]
    assert format_by_content("".join(reversed(lines)).encode()[:HEAD_SIZE]) == "edges"
