"""Edge lists of many columns: the ones that a header names or the caller chooses, against the rows."""

from io import BytesIO

import pytest

import wavefront as wf

ROWS = [("a", "b", 7, 0.5), ("b", "c", 8, 2.0), ("a", "c", 9, 4.25)]


def edges(content, **options):
    graph = wf.read(BytesIO(content.encode()), "edges", **options)
    src, dst, weights = graph.coo
    names = range(graph.num_vertices) if graph.labels is None else graph.labels.tolist()
    ends = [[names[vertex] for vertex in ids.tolist()] for ids in (src, dst)]
    return sorted(zip(*ends, strict=True) if weights is None else zip(*ends, weights.tolist(), strict=True))


def lines(order, delimiter, header=(), numbered=False):
    rows = [(*((ord(end) for end in row[:2]) if numbered else row[:2]), *row[2:]) for row in ROWS]
    cells = [list(header)] * bool(header) + [[row[at] for at in order] for row in rows]
    return "\n".join(delimiter.join(map(str, row)) for row in cells)


def expected(numbered=False):
    return sorted((*(map(ord, row[:2]) if numbered else row[:2]), row[3]) for row in ROWS)


@pytest.mark.parametrize("delimiter", [" ", ",", "\t"])
@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize(
    ("order", "header"),
    [
        ([0, 1, 3, 2], ["source", "target", "weight", "time"]),
        ([2, 1, 0, 3], ["time", "To", "FROM", "cost"]),
    ],
)
def test_a_header_names_the_columns(order, header, numbered, delimiter):
    content = lines(order, delimiter, header, numbered)
    assert edges(content) == expected(numbered)
    assert edges(content, edge_columns=[header[order.index(at)] for at in (0, 1, 3)]) == expected(numbered)
    assert edges(content, edge_columns=[order.index(at) for at in (0, 1, 3)]) == expected(numbered)
    plain = edges(content, edge_columns=[order.index(1), order.index(0)])
    assert plain == sorted((dst, src) for src, dst, _ in expected(numbered))


@pytest.mark.parametrize("delimiter", [" ", ","])
@pytest.mark.parametrize("numbered", [False, True])
def test_places_without_a_header(numbered, delimiter):
    assert edges(lines([2, 0, 3, 1], delimiter, (), numbered), edge_columns=[1, 3, 2]) == expected(numbered)


@pytest.mark.parametrize(
    "header", ["# from to time km", "% from, to, time, km", "# made by hand\n#from to time km"]
)
def test_names_in_a_comment(header):
    content = f"{header}\n{lines([0, 1, 2, 3], ' ')}"
    assert edges(content, edge_columns=["from", "to", "km"]) == expected()
    with pytest.raises(wf.GraphFileError, match=r"expected one column '.*' in the header"):
        edges(content, edge_columns=["from", "to", "speed"])


def test_names_that_are_not_the_usual_ones():
    content = lines([0, 1, 3], ",", ["airport", "other", "km"])
    assert edges(content, edge_columns=["airport", "other", "km"]) == expected()
    assert edges(content, edge_columns=["other", "airport"]) == sorted(
        (dst, src) for src, dst, _ in expected()
    )


@pytest.mark.parametrize(
    ("content", "columns", "message"),
    [
        (
            "0 1 2 3\n",
            None,
            "line 1: expected 'source target .*, found 4 columns; edge_columns= chooses some",
        ),
        ("0 1 2 3\n", [0, 4], "line 1: expected 5 columns or more, found 4"),
        ("0 1 2 3\n0 1 2\n", [0, 1], "line 2: expected 4 columns, found 3"),
        (
            "a b c\n0 1 2\n",
            ["a", "d"],
            "line 1: expected one column 'd' in the header, found .*'a', 'b', 'c'",
        ),
        ("a a c\n0 1 2\n", ["a", "c"], "line 1: expected one column 'a' in the header"),
        ("0 1 x y\n", [0, 1, 2], "line 1: expected a number as weight, found 'x'"),
    ],
)
def test_refuses(content, columns, message):
    with pytest.raises(wf.GraphFileError, match=message):
        edges(content, edge_columns=columns)


def test_other_formats_have_no_choice(tmp_path):
    wf.write(wf.Graph.from_edges([0], [1]), tmp_path / "g.npz")
    with pytest.raises(wf.InputError, match="columns are of the formats edges and parquet, not of npz"):
        wf.read(tmp_path / "g.npz", edge_columns=[0, 1])
    with pytest.raises(wf.InputError, match="columns are two or three names, or places, not"):
        wf.read(tmp_path / "g.txt" if (tmp_path / "g.txt").write_text("0 1") else "", edge_columns=[0])
