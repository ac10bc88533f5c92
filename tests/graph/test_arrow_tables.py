"""Graphs from tables of every library, against the rows they were made of."""

import datetime

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

import wavefront as wf

ROWS = [("Rome", "Oslo", 1.5), ("Oslo", "Paris", 2.0), ("Rome", "Lima", 0.25), ("Rome", "Lima", 4.0)]
COLUMNS = {"a": [row[0] for row in ROWS], "b": [row[1] for row in ROWS], "w": [row[2] for row in ROWS]}


def pandas_frame(columns):
    return pytest.importorskip("pandas").DataFrame(columns)


def pandas_objects(columns):
    """Beside the columns one that no table of Arrow's can hold."""
    return pandas_frame(columns).assign(other=[object() for _ in range(len(columns["a"]))])


def pandas_categories(columns):
    frame = pandas_frame(columns)
    return frame.astype({"a": "category", "b": "category"})


def polars_frame(columns):
    return pytest.importorskip("polars").DataFrame(columns)


def duckdb_relation(columns):
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.register("edges", pyarrow.table(columns))
    return connection.sql("select * from edges")


class Stream:
    """Nothing but Arrow's stream."""

    def __init__(self, columns):
        self.table = pyarrow.table(columns)

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Interchange:
    """Nothing but the older protocol."""

    def __init__(self, columns):
        self.table = pyarrow.table(columns)

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self.table.__dataframe__(nan_as_null, allow_copy)


MAKERS = {
    "pyarrow": pyarrow.table,
    "pyarrow dictionaries": lambda columns: pyarrow.table(
        {
            name: pyarrow.array(values).dictionary_encode() if name != "w" else values
            for name, values in columns.items()
        }
    ),
    "stream": Stream,
    "interchange": Interchange,
    "pandas": pandas_frame,
    "pandas with objects": pandas_objects,
    "pandas categories": pandas_categories,
    "polars": polars_frame,
    "duckdb": duckdb_relation,
}


def rows_of(graph):
    src, dst, weights = graph.coo
    names = np.arange(graph.num_vertices) if graph.labels is None else graph.labels
    ends = names[src].tolist(), names[dst].tolist()
    return sorted(zip(*ends, strict=True) if weights is None else zip(*ends, weights.tolist(), strict=True))


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_strings_become_labels(make):
    graph = wf.Graph.from_edges_table(make(COLUMNS), source="a", target="b", weight="w")
    assert graph.labels.tolist() == ["Lima", "Oslo", "Paris", "Rome"]
    assert rows_of(graph) == sorted(ROWS)
    assert graph.directed


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize(("ids", "labelled"), [([0, 1, 2, 3], False), ([7, -3, 10**15, 40], True)])
def test_integers_are_ids_or_labels(make, ids, labelled):
    columns = {"a": [ids[0], ids[0], ids[2]], "b": [ids[1], ids[2], ids[3]], "w": [1, 2, 3]}
    graph = wf.Graph.from_edges_table(make(columns), source="a", target="b", weight="w")
    assert (graph.labels is not None) == labelled
    assert rows_of(graph) == sorted(zip(*columns.values(), strict=True))
    plain = wf.Graph.from_edges_table(make(columns), source="b", target="a")
    assert rows_of(plain) == sorted(zip(columns["b"], columns["a"], strict=True))


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("column", ["a", "b", "w"])
def test_missing_values_are_refused_by_name(make, column):
    gaps = COLUMNS | {column: [*COLUMNS[column][:-1], None]}
    with pytest.raises(wf.InputError, match=f"column '{column}' has 1 missing values"):
        wf.Graph.from_edges_table(make(gaps), source="a", target="b", weight="w")


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_column_that_is_not_there_is_named(make):
    with pytest.raises(wf.InputError, match=r"the table has no column 'from'; it has .*'a', 'b', 'w'"):
        wf.Graph.from_edges_table(make(COLUMNS), source="from", target="b")


def test_undirected_and_simplified():
    table = pyarrow.table(COLUMNS)
    graph = wf.Graph.from_edges_table(
        table, source="a", target="b", weight="w", directed=False, simplify=True
    )
    assert not graph.directed
    once = {(src, dst): weight for src, dst, weight in rows_of(graph)}
    assert once == {(a, b): w for x, y, w in ROWS[:3] for a, b in ((x, y), (y, x))}


def test_the_columns_are_found_by_their_usual_names():
    assert rows_of(wf.Graph.from_edges_table(pyarrow.table({"target": [1], "source": [0]}))) == [(0, 1)]


@pytest.mark.parametrize(
    ("type", "dtype"),
    [
        ("float32", np.float32),
        ("float64", np.float64),
        ("int8", np.int64),
        ("uint64", np.int64),
        (pyarrow.decimal128(25, 2), np.float64),
    ],
)
def test_weights_of_every_type(type, dtype):
    table = pyarrow.table({"source": [0], "target": [1], "w": pyarrow.array([3]).cast(type, safe=False)})
    weights = wf.Graph.from_edges_table(table, weight="w").csr.weights
    assert weights.tolist() == [3]
    assert weights.dtype == dtype


@pytest.mark.parametrize("type", ["int32", "uint8", "string", "large_string", "string_view"])
def test_a_table_without_rows_is_a_graph_without_vertices(type):
    table = pyarrow.schema([("source", type), ("target", type)]).empty_table()
    graph = wf.Graph.from_edges_table(table)
    assert (graph.num_vertices, graph.num_edges) == (0, 0)


def of(source, target, weight=1):
    return pyarrow.table({"source": [source], "target": [target], "w": [weight]})


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (of(1, "x"), "source and target to be both integers or both strings"),
        (of(0.5, 1), "source and target to be both integers or both strings"),
        (of(0, 1, "heavy"), "numbers in the column of weights, found strings"),
        (of(True, False), "expected numbers or strings in column 'source', found bool"),
        (of(np.uint64(2**63), 1), r"column 'source': an end is an integer below 2\*\*63"),
        (
            pyarrow.table([[0], [1], [2], [3]], names=["source", "source", "target", "w"]),
            "2 columns 'source'",
        ),
        ({"source": [0], "target": [1]}, "table is a table of pandas, Polars, PyArrow or DuckDB, not {"),
        (pyarrow.Table, "table is a table of pandas, Polars, PyArrow or DuckDB, not <class"),
    ],
)
def test_refuses(table, message):
    with pytest.raises(wf.InputError, match=message):
        wf.Graph.from_edges_table(table, weight="w")


def test_a_name_is_a_string():
    with pytest.raises(wf.InputError, match="target is the name of a column, not 1"):
        wf.Graph.from_edges_table(of(0, 1), target=1)


def test_without_pyarrow_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.interchange", None)
    with pytest.raises(
        wf.InputError, match=r"tables need the parquet extra: pip install wavefront\[parquet\]"
    ):
        wf.Graph.from_edges_table(of(0, 1))


def test_labels_from_a_table_to_a_table():
    graph = wf.Graph.from_edges_table(pyarrow.table(COLUMNS), source="a", target="b")
    result = wf.bfs(graph, graph.vertex("Rome"), deterministic=True, device="python")
    assert result.to_arrow().to_pylist() == [
        {"vertex": "Lima", "level": 1, "predecessor": "Rome"},
        {"vertex": "Oslo", "level": 1, "predecessor": "Rome"},
        {"vertex": "Paris", "level": 2, "predecessor": "Oslo"},
        {"vertex": "Rome", "level": 0, "predecessor": None},
    ]


def test_words_that_are_missing_from_a_dictionary():
    numbers = pyarrow.array([0, 1], pyarrow.int8())
    words = pyarrow.DictionaryArray.from_arrays(numbers, pyarrow.array(["a", None]))
    weights = pyarrow.DictionaryArray.from_arrays(numbers, pyarrow.array([0.5, None]))
    for columns in ({"w": weights}, {"s": words}, {"t": words}):
        table = pyarrow.table({"s": ["a", "b"], "t": ["b", "c"], "w": [1.0, 2.0]} | columns)
        with pytest.raises(wf.InputError, match=f"column '{next(iter(columns))}' has 1 missing values"):
            wf.Graph.from_edges_table(table, source="s", target="t", weight="w")


DAYS = [datetime.date(2026, 3, day) for day in (9, 1, 5)]
TIMES = [datetime.datetime(2026, 3, 9, hour, 30) for hour in (9, 1, 5)]


@pytest.mark.parametrize("names", [DAYS, TIMES, [b"z", b"a\xff", b"b"]], ids=["dates", "times", "bytes"])
@pytest.mark.parametrize("as_dictionary", [False, True])
def test_bytes_dates_and_times_become_labels(names, as_dictionary, tmp_path):
    columns = {"source": pyarrow.array(names[:2]), "target": pyarrow.array([names[1], names[2]])}
    if as_dictionary:
        columns = {name: column.dictionary_encode() for name, column in columns.items()}
    graph = wf.Graph.from_edges_table(pyarrow.table(columns))
    assert rows_of(graph) == sorted([(names[0], names[1]), (names[1], names[2])])
    assert graph.labels.tolist() == sorted(names)
    found = wf.bfs(graph, graph.vertex(names[0]))
    assert found.labelled.path(names[2]) == names
    assert found.to_arrow().column("vertex").to_pylist() == sorted(names)
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "g.parquet")
    assert wf.read(tmp_path / "g.parquet").labels.tolist() == sorted(names)


def test_ends_of_two_kinds_are_refused():
    with pytest.raises(wf.InputError, match="both integers or both strings, or both dates"):
        wf.Graph.from_edges_table(of(DAYS[0], "x"))
    with pytest.raises(wf.InputError, match="numbers in the column of weights, found dates"):
        wf.Graph.from_edges_table(of(0, 1, DAYS[0]), weight="w")
    nanoseconds = pyarrow.array([1, 1], pyarrow.timestamp("ns"))
    with pytest.raises(wf.InputError, match=r"column 'source': .* would lose data"):
        wf.Graph.from_edges_table(pyarrow.table({"source": nanoseconds, "target": nanoseconds}))


def test_weights_beyond_int64_are_rounded_as_in_arrays():
    large = np.array([2**64 - 1, 2**63 + 5], np.uint64)
    table = pyarrow.table({"source": [0, 1], "target": [1, 0], "w": large})
    found = wf.Graph.from_edges_table(table, weight="w").csr.weights
    assert found.tolist() == wf.Graph.from_edges([0, 1], [1, 0], weights=large).csr.weights.tolist()
    assert found.tolist() == [float(2**64 - 1), float(2**63 + 5)]


@pytest.mark.parametrize(
    "kind", [pyarrow.string(), pyarrow.large_string(), pyarrow.binary(), pyarrow.date32()]
)
@pytest.mark.parametrize("in_dictionaries", ["none", "sources", "both"])
def test_chunks_may_be_empty(kind, in_dictionaries):
    days = [datetime.date(2020, 1, day) for day in (1, 2, 3)]
    names = {"string": ["a", "b", "c"], "binary": [b"a", b"b", b"c"]}.get(
        str(kind).removeprefix("large_"), days
    )
    source, target = pyarrow.array([names[0], names[2]], kind), pyarrow.array([names[2], names[1]], kind)
    if in_dictionaries != "none":
        source = source.dictionary_encode()
    if in_dictionaries == "both":
        target = target.dictionary_encode()
    columns = {
        "source": pyarrow.chunked_array([source[:0], source[:1], source[1:1], source[1:]]),
        "target": pyarrow.chunked_array([target[:0], target]),
    }
    graph = wf.Graph.from_edges_table(pyarrow.table(columns))
    assert graph.labels.tolist() == names
    assert graph.coo.src.tolist() == [0, 2]
    assert graph.coo.dst.tolist() == [2, 1]
