"""Results as tables and by labels: against the result's own arrays and the labels, row by row."""

import numpy as np
import pytest
from graphs import SIMULATED, suited

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.algorithms.pagerank import PageRankResult

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about tables, not about devices")
CITIES = ["Rome", "Oslo", "Paris", "Lima", "<b>Nowhere</b>"]
ROADS = [0, 0, 1, 3], [1, 3, 2, 2]
# The others' tables have rows for each source.
OTHERS = "multi_source_bfs", "multi_source_sssp", "within"
ROWS = [row for row in ALGORITHMS.values() if row.name not in OTHERS]


def roads(labels=CITIES):
    return wf.Graph.from_edges(*ROADS, 5, labels=labels)


def search(**options):
    return wf.bfs(roads(**options), 0, deterministic=True, device="python")


LABELLED_ROWS = {
    "vertex": CITIES,
    "level": [0, 1, 2, 1, -1],
    "predecessor": [None, "Rome", "Oslo", "Rome", None],
}
ID_ROWS = {"vertex": [0, 1, 2, 3, 4], "level": [0, 1, 2, 1, -1], "predecessor": [None, 0, 1, 0, None]}


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (CITIES, LABELLED_ROWS),
        (None, ID_ROWS),
        (
            [10, 20, 30, 40, 50],
            ID_ROWS | {"vertex": [10, 20, 30, 40, 50], "predecessor": [None, 10, 20, 10, None]},
        ),
    ],
)
def test_a_search_as_an_arrow_table(labels, expected):
    table = search(labels=labels).to_arrow()
    assert table.to_pydict() == expected
    assert table.schema.field("level").type == "int32"


@pytest.mark.parametrize("labels", [CITIES, None, [10, 20, 30, 40, 50], ["a", 2, (3, 4), None, 1.5]])
def test_a_search_as_a_frame(labels):
    pandas = pytest.importorskip("pandas")
    result = search(labels=labels)
    frame = result.to_frame()
    names = range(5) if labels is None else labels
    assert list(frame.columns) == ["vertex", "level", "predecessor"]
    for row, vertex in enumerate(names):
        assert frame["vertex"][row] == vertex or frame["vertex"][row] is vertex
        assert frame["level"][row] == result.levels[row]
        before = frame["predecessor"][row]
        if result.predecessors[row] < 0:
            assert pandas.isna(before)
        else:
            assert before == names[result.predecessors[row]]
    assert frame["level"].dtype == np.int32


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_result_of_one_value_per_vertex_is_a_table(row):
    graph = suited(row, generators.book_graph())
    graph.labels = np.array([f"v{vertex}" for vertex in range(graph.num_vertices)])
    result = row.function(graph, **row.starts(graph))
    name, values = (
        ("level", "levels") if row.command is None else (row.command.value_name, row.command.values)
    )
    table = result.to_arrow()
    assert table["vertex"].to_pylist() == graph.labels.tolist()
    assert table[name].to_pylist() == getattr(result, values).tolist()
    assert result.labelled["v3"] == getattr(result, values)[3]
    assert type(result.labelled["v3"]) in (int, float)
    assert f"<td>v3</td><td>{getattr(result, values)[3]}</td>" in result._repr_html_()


@pytest.mark.parametrize(("labels", "names"), [(CITIES, CITIES), (None, range(5))])
def test_searches_from_many_sources_have_a_row_per_source_and_vertex(labels, names):
    graph = roads(labels)
    levels = {0: [0, 1, 2, 1, -1], 3: [-1, -1, 1, 0, -1]}  # Rome's and Lima's
    expected = [
        {"source": names[source], "vertex": names[vertex], "level": level}
        for source, row in levels.items()
        for vertex, level in enumerate(row)
    ]
    assert wf.multi_source_bfs(graph, list(levels)).to_arrow().to_pylist() == expected
    far = wf.multi_source_sssp(graph, list(levels)).to_arrow()
    assert far.column_names == ["source", "vertex", "distance"]
    assert far["source"].to_pylist() == [row["source"] for row in expected]
    assert far["distance"].to_pylist() == [row["level"] if row["level"] >= 0 else np.inf for row in expected]


@pytest.mark.parametrize(("labels", "names"), [(CITIES, CITIES), (None, range(5))])
def test_balls_have_a_row_per_source_and_vertex_within(labels, names):
    pytest.importorskip("pandas")
    result = wf.within(roads(labels), [3, 0, 4], 1)
    rows = [(3, 3, 0, None), (3, 2, 1, 3), (0, 0, 0, None), (0, 1, 1, 0), (0, 3, 1, 0), (4, 4, 0, None)]
    expected = [
        {"source": names[source], "vertex": names[vertex], "distance": far, "predecessor": before}
        for source, vertex, far, before in rows
    ]
    for row in expected:
        row["predecessor"] = None if row["predecessor"] is None else names[row["predecessor"]]
    assert result.to_arrow().to_pylist() == expected
    assert result.to_frame()["vertex"].tolist() == [row["vertex"] for row in expected]


def test_html_of_many_sources_has_the_first_rows():
    html = wf.multi_source_bfs(roads(), [0, 3, 1])._repr_html_()
    assert "<tr><td>Lima</td><td>Paris</td><td>1</td></tr>" in html
    assert html.count("<tr>") == 11
    assert "5 more rows" in html


def test_without_predecessors_there_is_no_column():
    assert wf.bfs(roads(), 0, predecessors=False, device="python").to_arrow().column_names == [
        "vertex",
        "level",
    ]


def test_labels_go_in_and_come_out():
    result = search()
    assert result.labelled["Paris"] == 2
    assert result.labelled.path("Paris") == ["Rome", "Oslo", "Paris"]
    assert result.labelled.path("<b>Nowhere</b>") is None
    assert result.path(2) == [0, 1, 2]
    assert "BfsResult" in repr(result.labelled)
    for ask in (result.labelled.path, result.labelled.__getitem__):
        with pytest.raises(wf.InputError, match=r"no vertex has the label 'Pari'; did you mean 'Paris'\?"):
            ask("Pari")


def test_without_labels_ids_are_the_labels():
    result = search(labels=None)
    assert result.labelled.path(2) == [0, 1, 2]
    assert result.labelled[2] == 2
    with pytest.raises(wf.InputError, match="out of range"):
        result.labelled[5]


def test_a_result_without_paths_says_so():
    with pytest.raises(wf.InputError, match="a PageRankResult has no paths"):
        wf.pagerank(roads()).labelled.path("Rome")


class OnGpu:
    """An array that has to be fetched."""

    __cuda_array_interface__ = ()

    def get(self):
        return np.arange(3.0)


def test_a_gpus_result_is_fetched():
    result = PageRankResult(generators.path(3), OnGpu(), 4, True, wf.Cpu())
    assert result.to_arrow()["rank"].to_pylist() == [0, 1, 2]
    assert result.labelled[2] == 2


def test_arrow_refuses_labels_of_several_types():
    with pytest.raises(wf.InputError, match="values of one type"):
        search(labels=["a", 2, (3, 4), None, 1.5]).to_arrow()


@pytest.mark.parametrize(("library", "ask"), [("pandas", "to_frame"), ("pyarrow", "to_arrow")])
def test_a_library_that_is_missing_is_named(library, ask, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, library, None)
    with pytest.raises(wf.InputError, match=f"this needs {library}: pip install"):
        getattr(search(), ask)()


def test_html_is_escaped_and_short():
    html = search()._repr_html_()
    assert "<b>" not in html
    assert "<tr><td>&lt;b&gt;Nowhere&lt;/b&gt;</td><td>-1</td><td></td></tr>" in html
    assert html.count("<tr>") == 6
    long = wf.bfs(generators.path(1000), 0)._repr_html_()
    assert long.count("<tr>") == 11
    assert "990 more rows" in long
