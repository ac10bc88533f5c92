"""Graphs from and to other libraries: there, back, and what the other library itself says of the graph."""

import networkx
import numpy as np
import pytest

import wavefront as wf

FORMS = {
    "plain": {},
    "weighted": {"weights": [0.5, 2.0, 3.0, 4.0, 7.0]},
    "labelled": {"labels": ["Rome", "Oslo", "Paris", "Lima", "Bern"]},
    "integer labels": {"labels": [7, 5, 3, 1, 9]},
    "undirected": {"weights": [0.5, 2.0, 3.0, 4.0, 7.0], "directed": False},
}


def graph(**options):
    """With a loop, and a vertex without edges."""
    return wf.Graph.from_edges([0, 0, 1, 3, 2], [1, 3, 2, 2, 2], 5, **options)


def assert_same(found, expected):
    assert (found.directed, found.weighted) == (expected.directed, expected.weighted)
    for ours, theirs in zip(found.csr, expected.csr, strict=True):
        assert (ours is None and theirs is None) or ours.tolist() == theirs.tolist()
    labels = [None if each.labels is None else each.labels.tolist() for each in (found, expected)]
    assert labels[0] == labels[1]


@pytest.mark.parametrize("form", FORMS)
def test_networkx_and_back(form):
    expected = graph(**FORMS[form])
    made = expected.to_networkx()
    assert type(made) is (networkx.DiGraph if expected.directed else networkx.Graph)
    matrix = networkx.to_numpy_array(made, nodelist=list(made))
    np.testing.assert_array_equal(matrix, expected.dense())
    assert_same(wf.Graph.from_networkx(made), expected)
    assert {type(node) for node in made} == ({str} if form == "labelled" else {int})


@pytest.mark.parametrize("directed", [True, False])
def test_parallel_edges_make_a_multigraph(directed):
    parallel = wf.Graph.from_edges([0, 0, 1, 1], [1, 1, 1, 1], weights=[1, 2, 3, 4], directed=directed)
    made = parallel.to_networkx()
    assert made.is_multigraph()
    assert made.is_directed() == directed
    assert sorted(made.edges(data="weight")) == [(0, 1, 1.0), (0, 1, 2.0), (1, 1, 3.0), (1, 1, 4.0)]
    assert_same(wf.Graph.from_networkx(made), parallel)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a", "a"], "two vertices have the same label"),
        ([["b", {}], "a"], "a label can't be a node of NetworkX's"),
        ([None, "a"], "None cannot be a node"),
    ],
)
def test_networkx_refuses_labels(labels, message):
    with pytest.raises(wf.InputError, match=message):
        wf.Graph.from_edges([0], [1], labels=labels).to_networkx()


@pytest.mark.parametrize("form", FORMS)
def test_igraph_and_back(form):
    igraph = pytest.importorskip("igraph")
    expected = graph(**FORMS[form])
    made = expected.to_igraph()
    assert isinstance(made, igraph.Graph)
    assert made.distances(0)[0] == [x if x >= 0 else np.inf for x in wf.bfs(expected, 0).levels.tolist()]
    assert_same(wf.Graph.from_igraph(made), expected)


def test_igraphs_attributes_are_chosen():
    igraph = pytest.importorskip("igraph")
    made = igraph.Graph(
        3, [(0, 1), (1, 2)], edge_attrs={"km": [3, None]}, vertex_attrs={"city": ["a", "b", "c"]}
    )
    plain = wf.Graph.from_igraph(made)
    assert (plain.weighted, plain.labels) == (False, None)
    assert wf.Graph.from_igraph(made, label="city").labels.tolist() == ["a", "b", "c"]
    with pytest.raises(wf.InputError, match="attribute 'km' must be real numbers"):
        wf.Graph.from_igraph(made, weight="km")
    made.es["km"] = [3, 4]
    assert wf.Graph.from_igraph(made, weight="km").csr.weights.tolist() == [3, 3, 4, 4]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("payload", [lambda weight: weight, lambda weight: weight and {"weight": weight}])
def test_from_rustworkx(form, payload):
    rustworkx = pytest.importorskip("rustworkx")
    expected = graph(**FORMS[form])
    made = rustworkx.PyDiGraph() if expected.directed else rustworkx.PyGraph()
    labels = expected.labels
    made.add_nodes_from([None] * 5 if labels is None else labels.tolist())
    weights = FORMS[form].get("weights", [None] * 5)
    made.add_edges_from(
        [
            (src, dst, payload(weight))
            for src, dst, weight in zip([0, 0, 1, 3, 2], [1, 3, 2, 2, 2], weights, strict=True)
        ]
    )
    assert_same(wf.Graph.from_rustworkx(made), expected)
    assert not wf.Graph.from_rustworkx(made, weight=None).weighted


@pytest.mark.parametrize("form", FORMS)
def test_rustworkx_and_back(form):
    rustworkx = pytest.importorskip("rustworkx")
    expected = graph(**FORMS[form])
    made = expected.to_rustworkx()
    assert isinstance(made, rustworkx.PyDiGraph if expected.directed else rustworkx.PyGraph)
    assert_same(wf.Graph.from_rustworkx(made), expected)


@pytest.mark.parametrize("form", FORMS)
def test_networkit_and_back_without_labels(form):
    networkit = pytest.importorskip("networkit")
    labelled = graph(**FORMS[form])
    expected = graph(**{key: value for key, value in FORMS[form].items() if key != "labels"})
    made = labelled.to_networkit()
    assert isinstance(made, networkit.Graph)
    assert_same(wf.Graph.from_networkit(made), expected)


def test_rustworkx_without_a_node_keeps_the_indices_as_labels():
    rustworkx = pytest.importorskip("rustworkx")
    made = rustworkx.generators.directed_path_graph(4)
    made.remove_node(1)
    found = wf.Graph.from_rustworkx(made)
    assert found.labels.tolist() == [0, 2, 3]
    assert list(zip(*(found.labels[ids].tolist() for ids in found.coo[:2]), strict=True)) == [(2, 3)]
    made.add_edge(0, 2, "heavy")
    with pytest.raises(wf.InputError, match="must be real numbers"):
        wf.Graph.from_rustworkx(made)


@pytest.mark.parametrize("form", FORMS)
def test_edges_as_a_frame_and_back(form):
    pytest.importorskip("pandas")
    expected = graph(**FORMS[form])
    frame = expected.to_pandas()
    assert list(frame.columns) == ["source", "target", "weight"][: 2 + expected.weighted]
    assert len(frame) == 5
    weight = "weight" if expected.weighted else None
    found = wf.Graph.from_edges_table(frame, weight=weight, directed=expected.directed)
    names = [each.labels if each.labels is not None else np.arange(5) for each in (found, expected)]
    edges = [
        sorted(zip(labels[each.coo.src].tolist(), labels[each.coo.dst].tolist(), strict=True))
        for each, labels in zip((found, expected), names, strict=True)
    ]
    assert edges[0] == edges[1]


@pytest.mark.parametrize("library", ["NetworkX", "igraph", "rustworkx"])
def test_another_object_is_refused(library):
    with pytest.raises(wf.InputError, match=f"graph is a graph of {library}'s, not"):
        getattr(wf.Graph, f"from_{library.lower()}")([1])


@pytest.mark.parametrize(
    ("ask", "library"),
    [
        ("to_networkx", "networkx"),
        ("to_igraph", "igraph"),
        ("to_rustworkx", "rustworkx"),
        ("to_networkit", "networkit"),
        ("to_graph_tool", "graph_tool"),
        ("to_pandas", "pandas"),
    ],
)
def test_a_library_that_is_missing_is_named(ask, library, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, library, None)
    with pytest.raises(wf.InputError, match=f"this needs {library}: pip install"):
        getattr(graph(), ask)()
