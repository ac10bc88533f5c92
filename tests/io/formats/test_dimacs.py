import pytest

import wavefront as wf

SAMPLE = """\
c 9th DIMACS Implementation Challenge: Shortest Paths
c
p sp 6 8
c graph contains 6 nodes and 8 arcs
a 1 2 17
a 1 3 10
a 2 4 2
a 3 5 0
a 4 3 0
a 4 6 3
a 5 2 0
a 5 6 20
"""


def test_sample(file_of, listed):
    graph = wf.read(file_of("sample.gr", SAMPLE))
    assert graph.directed
    assert graph.num_vertices == 6
    arcs = [(0, 1, 17), (0, 2, 10), (1, 3, 2), (2, 4, 0), (3, 2, 0), (3, 5, 3), (4, 1, 0), (4, 5, 20)]
    assert listed(graph) == arcs


def test_spacing_and_line_ends(file_of, listed):
    content = b"\r\n  c x\r\np\tsp 2  2\r\n a  1\t2 3.5\r\n\r\nc\r\ncomment\r\na 2 2 1e1"
    with pytest.raises(wf.GraphFileError, match="line 7: expected 'a source target weight', found 'comment'"):
        wf.read(file_of("bad.gr", content))
    graph = wf.read(file_of("good.gr", content.replace(b"comment", b"c omment")))
    assert listed(graph) == [(0, 1, 3.5), (1, 1, 10)]


def test_written_text(tmp_path):
    wf.write(wf.Graph.from_edges([0, 1], [1, 2], 4, [3, 0.5], directed=False), tmp_path / "g.gr")
    rows = ["p sp 4 4", "a 1 2 3.0", "a 2 1 3.0", "a 2 3 0.5", "a 3 2 0.5"]
    assert (tmp_path / "g.gr").read_text().split("\n") == [*rows, ""]
    wf.write(wf.Graph.from_edges([0], [1]), tmp_path / "g.gr")
    assert (tmp_path / "g.gr").read_text() == "p sp 2 1\na 1 2 1\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", ": the file is empty"),
        ("c only\n", ", line 1: the file ends before a line 'p sp vertices arcs'"),
        ("a 1 2 3\n", ", line 1: expected 'p sp vertices arcs', found 'a 1 2 3'"),
        ("p max 2 1\na 1 2 3\n", ", line 1: expected 'p sp vertices arcs'"),
        ("p sp 2 x\na 1 2 3\n", ", line 1: expected an integer number of arcs, found 'x'"),
        ("p sp 2 2\na 1 2 3\n", ": the header says 2 arcs, the file has 1"),
        ("p sp 2 0\na 1 2 3\n", ": the header says 0 arcs, the file has 1"),
        ("p sp 2 1\na 1 2\n", ", line 2: expected 'a source target weight', found 'a 1 2'"),
        ("p sp 2 1\na 1 2 3 4\n", ", line 2: expected 'a source target weight'"),
        ("p sp 2 1\na1 2 3 4\n", ", line 2: expected 'a source target weight'"),
        ("p sp 2 1\n1 2 3\n", ", line 2: expected 'a source target weight', found '1 2 3'"),
        ("p sp 2 1\ne 1 2 3\n", ", line 2: expected 'a source target weight', found 'e 1 2 3'"),
        ("p sp 2 1\nc\na 0 2 3\n", ", line 3: vertex '0' is out of range: expected 1 to 2"),
        ("p sp 2 1\na 1 3 3\n", ", line 2: vertex '3' is out of range: expected 1 to 2"),
        ("p sp 2 1\na 1 two 3\n", ", line 2: expected an integer vertex, found 'two'"),
        ("p sp 2 1\na 1 2 far\n", ", line 2: expected a number as weight, found 'far'"),
        ("p sp 2 1\np sp 2 1\na 1 2 3\n", ", line 2: expected 'a source target weight'"),
        ("p sp 1000000000000 1\na 1 2 3\n", ": a graph of 1,000,000,000,000 vertices needs about"),
        ("p sp 2 1000000000000\na 1 2 3\n", ": the header says 1,000,000,000,000 arcs, the file has 1"),
    ],
)
def test_bad_files(content, problem, refused):
    assert problem in refused("bad.gr", content)
