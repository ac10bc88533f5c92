import sys

import numpy as np
import pytest

import wavefront as wf

pa = pytest.importorskip("pyarrow", reason="needs PyArrow: the parquet extra")
pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def table_of(tmp_path):
    def write(**columns):
        pq.write_table(pa.table(columns), tmp_path / "table.parquet")
        return tmp_path / "table.parquet"

    return write


@pytest.mark.parametrize(
    "names", [("source", "target", "weight"), ("Src", "DST", "value"), ("x", "y", "z"), ("to", "from", "w")]
)
def test_columns_by_name_or_position(names, table_of, listed):
    columns = {names[0]: [0, 2], names[1]: [1, 0], names[2]: [0.5, 2]}
    pairs = [(0, 1, 0.5), (2, 0, 2.0)] if names[0] != "to" else [(0, 2, 2.0), (1, 0, 0.5)]
    assert listed(wf.read(table_of(**columns))) == pairs


def test_other_columns_are_left_out(table_of, listed):
    assert listed(wf.read(table_of(year=[1, 2], target=[1, 0], source=[0, 1]))) == [
        (0, 1, None),
        (1, 0, None),
    ]


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint16(), pa.int64(), pa.uint64()])
def test_integers_of_any_width(kind, table_of, listed):
    graph = wf.read(table_of(a=pa.array([3, 7], kind), b=pa.array([7, 5], kind)))
    assert graph.labels.tolist() == [3, 5, 7]
    assert listed(graph) == [(3, 7, None), (7, 5, None)]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())])
def test_strings_become_labels(kind, table_of, listed):
    graph = wf.read(table_of(a=pa.array(["b", "c"], kind), b=pa.array(["a", "b"], kind), w=[1, 2]))
    assert graph.labels.tolist() == ["a", "b", "c"]
    assert listed(graph) == [("b", "a", 1.0), ("c", "b", 2.0)]


def test_strings_in_several_groups_of_rows(tmp_path, listed):
    kinds = pa.string(), pa.large_string()
    ends = [
        pa.DictionaryArray.from_arrays(pa.array(ids), pa.array(["c", "a", "unused", "b"], kind))
        for ids, kind in zip(([0, 1, 3], [1, 3, 0]), kinds, strict=True)
    ]
    pq.write_table(pa.table(ends, ["source", "target"]), tmp_path / "g.parquet", row_group_size=1)
    graph = wf.read(tmp_path / "g.parquet")
    assert graph.labels.tolist() == ["a", "b", "c"]
    assert listed(graph) == [("a", "b", None), ("b", "c", None), ("c", "a", None)]


def test_words_are_sorted_as_python_sorts(table_of):
    words = ["", "\U0001f600", "\uffff", "é", "z", "Z", "a\0", "a", "a\0b", "e\u0301"]
    assert wf.read(table_of(a=words, b=words[::-1])).labels.tolist() == sorted(words)


def test_python_looks_at_each_word_once_not_at_each_row(tmp_path):
    names = np.array([f"vertex {i}" for i in range(50)])
    ends = {"source": names[np.arange(20_000) % 50], "target": names[np.arange(20_000) * 7 % 50]}
    pq.write_table(pa.table(ends), tmp_path / "g.parquet")
    wf.read(tmp_path / "g.parquet")  # the first time, modules and compiled code are loaded
    calls = []
    sys.setprofile(lambda frame, event, argument: calls.append(event))
    try:
        graph = wf.read(tmp_path / "g.parquet")
    finally:
        sys.setprofile(None)
    assert (graph.num_vertices, graph.num_edges) == (50, 20_000)
    assert calls.count("c_call") < 10_000


def test_words_are_written_once(tmp_path):
    """Not with every group of PyArrow's 2^20 rows: files and their reading would not be linear."""
    src = np.arange(2**20 + 1) % 5
    graph = wf.Graph.from_edges(src, np.roll(src, 1), labels=list("abcde"))
    wf.write(graph, tmp_path / "g.parquet")
    assert pq.ParquetFile(tmp_path / "g.parquet").metadata.num_row_groups == 1


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        ({"a": [1]}, "expected columns source, target and maybe weight, found a"),
        ({"a": [1], "b": [1], "c": [1], "d": [1]}, "found a, b, c, d"),
        ({"a": [1, None], "b": [1, 2]}, "column 'a' has 1 missing values"),
        ({"a": [0.5], "b": [1]}, "expected source and target to be both integers or both strings"),
        ({"a": ["x"], "b": [1]}, "expected source and target to be both integers or both strings"),
        ({"a": [[1]], "b": [[1]]}, "expected numbers or strings in column 'a', found list"),
        ({"a": [1], "b": [1], "c": ["heavy"]}, "expected numbers in the column of weights"),
        ({"a": pa.array([], pa.int64()), "b": pa.array([], pa.int64())}, "no edges: the table has no rows"),
        (
            {"a": pa.array([2**63], pa.uint64()), "b": pa.array([1], pa.uint64())},
            "column .a.: an end is an integer below",
        ),
    ],
)
def test_bad_tables(columns, problem, table_of):
    with pytest.raises(wf.GraphFileError, match=problem):
        wf.read(table_of(**columns))


def test_what_is_written(tmp_path):
    graph = wf.Graph.from_edges([1, 0], [0, 2], weights=np.float32([0.1, 2]), labels=["x", "y", "z"])
    wf.write(graph, tmp_path / "g.parquet")
    rows = pq.read_table(tmp_path / "g.parquet").to_pylist()
    tenth = float(np.float32(0.1))
    assert rows == [
        {"source": "x", "target": "z", "weight": 2.0},
        {"source": "y", "target": "x", "weight": tenth},
    ]
    assert wf.read(tmp_path / "g.parquet").csr.weights.dtype == np.float32


@pytest.mark.parametrize("labels", [[(0, 1), "x"], None])
def test_what_can_not_be_written(labels, tmp_path):
    graph = wf.Graph.from_edges([0] if labels else [], [1] if labels else [], 2, labels=labels)
    with pytest.raises(wf.InputError, match="all integers or all strings" if labels else "without edges"):
        wf.write(graph, tmp_path / "g.parquet")
    assert not list(tmp_path.iterdir())


def test_without_pyarrow(monkeypatch, file_of, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = file_of("g.parquet", b"PAR1")
    with pytest.raises(wf.InputError, match=r"pip install wavefront\[parquet\]"):
        wf.read(path)
    with pytest.raises(wf.InputError, match=r"pip install wavefront\[parquet\]"):
        wf.write(wf.Graph.from_edges([0], [1]), tmp_path / "h.parquet")


TRIPS = {"day": [1, 2], "start": ["a", "b"], "end": ["b", "c"], "minutes": [7.5, 2.0]}


@pytest.mark.parametrize("columns", [["start", "end", "minutes"], [1, 2, 3], ["start", "end"]])
def test_columns_are_chosen_by_name_or_place(columns, tmp_path):
    pq.write_table(pa.table(TRIPS), tmp_path / "trips.parquet")
    graph = wf.read(tmp_path / "trips.parquet", edge_columns=columns)
    assert graph.labels.tolist() == ["a", "b", "c"]
    assert graph.coo.src.tolist() == [0, 1]
    assert (graph.csr.weights is None) if len(columns) == 2 else graph.csr.weights.tolist() == [7.5, 2.0]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["start", "stop"], r"expected one column 'stop', found \['day', 'start', 'end', 'minutes'\]"),
        ([0, 4], "no column has the place 4: expected 0 to 3"),
        (["start"], "columns are two or three names, or places"),
    ],
)
def test_columns_that_are_not_there(columns, message, tmp_path):
    pq.write_table(pa.table(TRIPS), tmp_path / "trips.parquet")
    with pytest.raises(wf.InputError, match=message):
        wf.read(tmp_path / "trips.parquet", edge_columns=columns)
