import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront.io import stream

PLAIN = [(0, 1, None), (0, 2, None), (2, 1, None)]
WEIGHTED = [(0, 1, 0.5), (0, 2, 3.0), (2, 1, -1e30)]


@pytest.mark.parametrize(
    "content",
    [
        b"0 1\n0 2\n2 1\n",
        b"0 1\n0 2\n2 1",
        b"0\t1\r\n0\t2\r\n2\t1\r\n",
        b"\n0 1\n\n   \n0 2\n\t\n2 1\n\n",
        b"  0   1  \n0 \t 2\t\n 2 1",
        b"\xef\xbb\xbf0 1\n0 2\n2 1\n",
        b"# SNAP\n# FromNodeId\tToNodeId\n0 1\n% more\n0 2 # why\n2 1\n# end",
        b"0,1\n0, 2\n2 ,1\n",
        b"source,target\n0,1\n0,2\n2,1\n",
        b"From To\n0 1\n0 2\n2 1\n",
        b'"0","1"\n0,"2"\n2,1\n',
        b"00 01\n+0 2\n2 1\n",
    ],
)
@pytest.mark.parametrize("suffix", ["txt", "el", "tsv", "csv", "edges", "edgelist", "txt.gz"])
def test_every_way_to_write_the_same_list(content, suffix, file_of, listed):
    content = gzip.compress(content) if suffix.endswith("gz") else content
    graph = wf.read(file_of(f"graph.{suffix}", content))
    assert listed(graph) == PLAIN
    assert graph.directed
    assert graph.labels is None


@pytest.mark.parametrize(
    "content",
    [
        b"0 1 0.5\n0 2 3\n2 1 -1e30\n",
        b"0\t1\t.5\n0\t2\t+3.\n2\t1\t-100E28",
        b"src,dst,weight\n0,1, 5e-1\n0,2,3\n2,1,-1e+30\n",
        b"0 1 0.50000000000000000000\n0 2 3 # three\n2 1 -1000000000000000000000000000000\n",
    ],
)
def test_a_third_column_is_the_weight(content, file_of, listed):
    graph = wf.read(file_of("graph.wel", content))
    assert listed(graph) == WEIGHTED
    assert graph.csr.weights.dtype == np.float64


def test_snap_sample(file_of):
    content = (
        "# Directed graph: p2p\n# Nodes: 4 Edges: 3\n# FromNodeId\tToNodeId\n30\t1412\n30\t3352\n5\t30\n"
    )
    graph = wf.read(file_of("p2p.txt", content))
    assert graph.labels.tolist() == [5, 30, 1412, 3352]
    assert graph.csr.dst.tolist() == [1, 2, 3]
    assert graph.vertex(1412) == 2


@pytest.mark.parametrize("counts", ["Nodes: 4 Edges: 300", "Nodes: 40 Edges: 3"])
def test_snap_counts_that_disagree_are_warned_of(counts, file_of):
    path = file_of("cut.txt", f"# {counts}\n30 1412\n30 3352\n5 30\n")
    with pytest.warns(UserWarning, match=r"cut\.txt: a comment says"):
        assert wf.read(path).num_edges == 3


@pytest.mark.parametrize(
    ("content", "labels"),
    [
        ("1 2\n2 3\n", [1, 2, 3]),
        ("-5 7\n7 -1\n", [-5, -1, 7]),
        ("0 9223372036854775807\n-9223372036854775808 0\n", [-(2**63), 0, 2**63 - 1]),
        ("9007199254740993 9007199254740992 0.5\n", [2**53, 2**53 + 1]),
        ("123456789012345678 5\n5 1\n", [1, 5, 123456789012345678]),
        ("b a\nä b\n", ["a", "b", "ä"]),
        ("1 a\na 2\n", ["1", "2", "a"]),
        ("1.0 2.0\n", ["1.0", "2.0"]),
    ],
)
def test_other_ids_become_labels_in_their_order(content, labels, file_of):
    graph = wf.read(file_of("graph.txt", content))
    assert graph.labels.tolist() == labels
    assert graph.labels.dtype.kind in "iU"
    src, dst, _ = graph.coo
    first = content.split()[:2]
    assert first in [[str(labels[u]), str(labels[v])] for u, v in zip(src, dst, strict=True)]


def test_names_with_blanks_need_commas_or_tabs(file_of):
    csv = wf.read(file_of("city.csv", 'from,to,distance\n"Paris, TX",New York,3\nNew York,"Say ""hi""",4\n'))
    assert csv.labels.tolist() == ["New York", "Paris, TX", 'Say "hi"']
    tsv = wf.read(file_of("city.tsv", "New York\tLos Angeles #1\n"))
    assert tsv.labels.tolist() == ["Los Angeles #1", "New York"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", ": the file is empty"),
        ("# nothing\n\n", ": no edges: expected lines 'source target [weight]'"),
        ("source,target\n", ": no edges: expected lines 'source target [weight]'"),
        ("0\n1\n", ", line 1: expected 'source target [weight]', found 1 column"),
        ("0 1 2 3\n", ", line 1: expected 'source target [weight]', found 4 columns"),
        ("0 1\n1 x\n", ", line 2: expected an integer vertex id, found 'x'"),
        ("0 1\n1 2x\n", ", line 2: expected an integer vertex id, found '2x'"),
        ("0 1\n1 2.0\n", ", line 2: expected an integer vertex id, found '2.0'"),
        ("0 1\n1 1_0\n", ", line 2: expected an integer vertex id, found '1_0'"),
        ("0 1\n1 \u0662\n", ", line 2: expected an integer vertex id, found '\u0662'"),
        ("0 1\n\n# c\n1\n", ", line 4: expected 2 columns, found 1"),
        ("1 2 3\n4\n", ", line 2: expected 3 columns, found 1"),
        ("1 2\n3 4 5\n6\n", ", line 2: expected 2 columns, found 3"),
        ("1 2 3\n4 5\n", ", line 2: expected 3 columns, found 2"),
        ("0,1\n1,,2\n", ", line 2: expected 2 columns, found 3"),
        ("0,1\n1 2\n", ", line 2: expected 2 columns, found 1"),
        ("0 1\n1,2\n", ", line 2: expected 2 columns, found 1"),
        ("0 1 1\n1 2 heavy\n", ", line 2: expected a number as weight, found 'heavy'"),
        ("0 1 1\n1 2 1_0\n", ", line 2: expected a number as weight, found '1_0'"),
        ("0 1 1\n1 2 nan\n", ", line 2: expected a number as weight, found 'nan'"),
        ("0 1 1\n1 2 0x10\n", ", line 2: expected a number as weight, found '0x10'"),
        ("0 1 1\n1 2 1e\n", ", line 2: expected a number as weight, found '1e'"),
        ("0 1 1\n1 2 {}\n", ", line 2: expected a number as weight, found '{}'"),
        ("target,source\n0,1\n", ", line 1: expected the columns source, target and"),
        ("0 1\n0 9223372036854775808\n", ", line 2: vertex id '9223372036854775808' is out of range"),
        ("0 1\n0 -9223372036854775809\n", ", line 2: vertex id '-9223372036854775809' is out of range"),
        ("0 1\n0 " + "9" * 5000 + "\n", ", line 2: vertex id '9999"),
    ],
)
def test_bad_lines_are_named(content, problem, refused):
    assert problem in refused("bad.txt", content)


def test_text_that_is_not_utf8(refused):
    assert ", line 2: expected UTF-8 text" in refused("bad.txt", b"a b\n\xff\xfe c\n")


def test_lines_are_counted_across_blocks(monkeypatch, refused, file_of, listed):
    monkeypatch.setattr(stream, "BLOCK_SIZE", 64)
    rows = [(i, (i * 7) % 100, None) for i in range(100)]
    content = "# head\n" + "".join(f"{u} {v}\n" for u, v, _ in rows)
    assert listed(wf.read(file_of("good.txt", content))) == sorted(rows)
    assert ", line 102: expected an integer" in refused("bad.txt", content + "1 x\n")
    names = content.replace(" ", " v").replace("\n", "\nv").removesuffix("v").replace("v# ", "# ")
    assert ", line 102: expected 2 columns" in refused("bad.txt", names + "v1\n")


weights = st.floats(allow_nan=False, width=64)


@given(rows=st.lists(st.tuples(*[st.integers(-(2**63), 2**63 - 1)] * 2, weights), min_size=1))
def test_every_number_is_read_exactly(rows, tmp_path_factory, listed):
    path = tmp_path_factory.mktemp("exact") / "graph.txt"
    path.write_text("".join(f"{u} {v} {w!r}\n" for u, v, w in rows))
    assert listed(wf.read(path)) == sorted(rows)


@given(content=st.text("01 \t,.-#%a\n", min_size=1))
def test_a_plain_reader_agrees(content, tmp_path_factory, listed):
    """Blank-separated integers, read with str.split; text that str.split can't read must be refused."""
    path = tmp_path_factory.mktemp("plain") / "graph.txt"
    path.write_text("7 7\n" + content)
    try:
        rows = [(7, 7, None)]
        for line in content.split("\n"):
            words = " ".join(line.split()).replace(" %", " #").split(" #")[0].split()
            if words and words[0][0] not in "#%":
                u, v = words
                assert not set(u + v) - set("-01")
                rows.append((int(u), int(v), None))
    except (ValueError, AssertionError):
        with pytest.raises(wf.GraphFileError):
            wf.read(path)
    else:
        assert listed(wf.read(path)) == sorted(rows)


def test_written_csv_and_text(tmp_path):
    graph = wf.Graph.from_edges([0, 1, 1], [1, 2, 0], weights=[0.1, 2, 1e300])
    wf.write(graph, tmp_path / "g.csv")
    assert (tmp_path / "g.csv").read_text() == "source,target,weight\n0,1,0.1\n1,0,1e+300\n1,2,2.0\n"
    wf.write(wf.Graph.from_edges([1, 0], [0, 2], directed=False), tmp_path / "g.txt")
    assert (tmp_path / "g.txt").read_text() == "0 1\n0 2\n"


def test_labels_are_written_so_that_they_come_back(tmp_path, listed):
    labels = ["1", "2", "north sea", 'a,"b"', "-7"]
    graph = wf.Graph.from_edges([0, 1, 2, 3, 4], [1, 2, 3, 4, 0], labels=labels)
    for name in ("g.csv", "g.tsv"):
        wf.write(graph, tmp_path / name)
        back = wf.read(tmp_path / name)
        assert listed(back) == listed(graph)
        assert back.labels.tolist() == sorted(labels)


@pytest.mark.parametrize("label", ["two words", "#tag", "%tag", "", "a\nb", "a,b", "a\tb", " a"])
def test_labels_that_would_not_come_back_are_refused(label, tmp_path):
    graph = wf.Graph.from_edges([0], [1], labels=["fine", label])
    with pytest.raises(wf.InputError, match="can't be written to an edge list"):
        wf.write(graph, tmp_path / "g.txt")
    assert not list(tmp_path.iterdir())


def test_no_edges_can_not_be_written(tmp_path):
    with pytest.raises(wf.InputError, match="without edges"):
        wf.write(wf.Graph.from_edges([], [], 3), tmp_path / "g.txt")


@pytest.mark.parametrize("header", ["# FromNodeId ToNodeId", "# source, target", "% src\tdst", "from to"])
def test_a_line_after_a_header_is_an_edge(header, file_of, listed):
    text = f"{header}\nsource target\ntarget a\n"
    assert listed(wf.read(file_of("a.txt", text))) == [("source", "target", None), ("target", "a", None)]


def test_a_header_that_is_not_known_is_refused_where_it_shows(refused, file_of):
    assert ", line 1: found 'person' and 'friend', but integers" in refused(
        "a.csv", "person,friend\n1,2\n3,4\n"
    )
    known = "a header names the columns source, target and weight"
    for name in ("a.csv", "a.txt"):
        assert f", line 1: expected a number as weight, found 'km'; {known}" in refused(
            name, "city_a,city_b,km\nParis,Rome,1105\n"
        )
    with pytest.warns(
        UserWarning, match=r"b\.csv, line 1: no other line has these two vertices; a header names"
    ):
        assert wf.read(file_of("b.csv", "person,friend\nann,bob\nbob,ann\n")).num_edges == 3
    assert wf.read(file_of("c.csv", "ann,bob\n")).num_edges == 1
    assert wf.read(file_of("d.csv", "source,target\nann,bob\n1,2\n")).num_edges == 2


@pytest.mark.parametrize("mark", ["#", "%"])
def test_comment_marks_in_names_of_the_first_line(mark, file_of):
    for name, text in (("a.csv", f"a {mark}1,b\nb,c\n"), ("a.tsv", f"a {mark}1\tb\nb\tc\n")):
        assert wf.read(file_of(name, text)).labels.tolist() == [f"a {mark}1", "b", "c"]
    for text in (f"0 1 {mark} a, b\n", f"0,1 {mark} a, b\n1,0\n".replace(",0", ",0")):
        assert wf.read(file_of("b.csv", text)).labels is None


@pytest.mark.parametrize("row", ['"a,b\n', '"a"b,c\n', 'b,"a\n'])
def test_quotes_that_do_not_end(row, refused):
    assert ", line 2: expected a quote that ends at" in refused("a.csv", "source,target\n" + row)


def test_quoted_fields_are_literal(file_of):
    graph = wf.read(file_of("a.csv", 'source,target\n" a ","#b"\n"c\r", "d""e" \n'))
    assert graph.labels.tolist() == [" a ", "#b", "c\r", 'd"e']


@pytest.mark.parametrize("labels", [["0", "00"], ["+1", "1"], ["-0", "0"], ["7", "9223372036854775808"]])
def test_labels_that_would_be_read_as_one_integer_are_refused(labels, tmp_path):
    graph = wf.Graph.from_edges([0], [1], labels=labels)
    for name in ("g.txt", "g.csv", "g.tsv"):
        with pytest.raises(wf.InputError, match="would be read back as an integer"):
            wf.write(graph, tmp_path / name)
    alone = wf.Graph.from_edges([0], [1], 4, labels=["1", "2", "07", "x"])  # which no edge has
    with pytest.warns(UserWarning, match="leave out 2 vertices"):
        wf.write(alone, tmp_path / "g.txt")
    assert wf.read(tmp_path / "g.txt").labels.tolist() == [1, 2]
    named = wf.Graph.from_edges([0, 1], [1, 2], labels=[*labels, "x"])
    wf.write(named, tmp_path / "g.txt")
    assert wf.read(tmp_path / "g.txt").labels.tolist() == sorted([*labels, "x"])


@pytest.mark.parametrize("labels", [["a", "a"], [1, "1"], [5, 5]])
def test_labels_that_are_there_twice_are_refused(labels, tmp_path):
    graph = wf.Graph.from_edges([0], [1], labels=labels)
    for name in ("g.txt", "g.csv", "g.graphml"):
        with pytest.raises(wf.InputError, match="two vertices have the label"):
            wf.write(graph, tmp_path / name)
