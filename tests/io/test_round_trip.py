"""Every format gives back what it took: random multigraphs, packed or not."""

import importlib.util

import nasty
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront.io import SUFFIXES

needs_arrow = pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None, reason="needs PyArrow: the parquet extra"
)
PARQUET = pytest.param(".parquet", marks=needs_arrow)


@st.composite
def graphs(draw, directed=None, weights=None, isolated=True, least_edges=0):
    """Multigraph of up to 8 vertices; `weights` is the strategy of one, or None for no weights."""
    directed = draw(st.booleans()) if directed is None else directed
    size = draw(st.integers(1, 8))
    edges = draw(st.lists(st.tuples(*[st.integers(0, size - 1)] * 2), min_size=least_edges, max_size=20))
    if not isolated:
        edges += [(vertex, (vertex + 1) % size) for vertex in range(size)]
    values = None if weights is None else [draw(weights) for _ in edges]
    src, dst = np.array(edges, int).reshape(-1, 2).T
    return wf.Graph.from_edges(src, dst, size, values, directed=directed)


INTEGERS = st.integers(0, 2**31 - 1)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    folder = tmp_path_factory.mktemp("round_trip")

    def write_and_read(graph, suffix, **options):
        wf.write(graph, folder / f"graph{suffix}")
        return wf.read(folder / f"graph{suffix}", **options)

    return write_and_read


@pytest.mark.parametrize("suffix", [".mtx", ".mtx.gz", ".npy", ".graphml", ".graphml.gz"])
@given(graph=st.one_of(graphs(least_edges=1), graphs(weights=FLOATS)))
@settings(max_examples=40)
def test_all_of_a_graph(suffix, graph, again, assert_same):
    assert_same(again(graph, suffix), graph)


@pytest.mark.parametrize("suffix", [".npz", ".npz.gz", ".txt", ".el.gz", ".wel", ".tsv", ".csv", PARQUET])
@given(graph=st.one_of(graphs(isolated=False), graphs(weights=FLOATS, isolated=False)))
@settings(max_examples=40)
def test_formats_that_do_not_say_whether_a_graph_is_directed(suffix, graph, again, assert_same):
    assert again(graph, suffix).directed
    assert_same(again(graph, suffix, undirected=not graph.directed), graph)


@pytest.mark.parametrize("suffix", [".sg", ".sg.gz"])
@given(graph=graphs())
@settings(max_examples=40)
def test_unweighted_gapbs(suffix, graph, again, assert_same):
    assert_same(again(graph, suffix), graph)


@pytest.mark.parametrize("suffix", [".wsg", ".wsg.gz"])
@given(graph=graphs(weights=INTEGERS, least_edges=1))
@settings(max_examples=40)
def test_weighted_gapbs(suffix, graph, again, assert_same):
    assert_same(again(graph, suffix), graph)


@pytest.mark.parametrize("suffix", [".graph", ".graph.gz"])
@given(graph=st.one_of(graphs(directed=False), graphs(directed=False, weights=INTEGERS)))
@settings(max_examples=40)
def test_metis(suffix, graph, again, assert_same):
    assert_same(again(graph, suffix), graph)


@pytest.mark.parametrize("suffix", [".packed", ".graph500.gz"])
@given(graph=graphs(directed=False, isolated=False))
@settings(max_examples=40)
def test_graph500(suffix, graph, again, assert_same):
    assert_same(again(graph, suffix), graph)


@given(graph=graphs(weights=FLOATS))
@settings(max_examples=40)
def test_dimacs(graph, again, assert_same):
    assert_same(again(graph, ".gr", undirected=not graph.directed), graph)


@given(graph=st.one_of(graphs(directed=True), graphs(directed=True, weights=INTEGERS)))
@settings(max_examples=40)
def test_galois(graph, tmp_path_factory, assert_same):
    path = tmp_path_factory.mktemp("galois") / "graph.gr"
    wf.write(graph, path, "galois")
    assert_same(wf.read(path), graph)


names = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=5)
plain_names = names.filter(lambda name: name[0] not in "#%" and "," not in name)
integers = st.integers(-(2**63), 2**63 - 1)


@pytest.mark.parametrize("suffix", [".txt", ".csv", ".tsv", ".npy", ".graphml", PARQUET])
@given(
    labels=st.one_of(
        st.lists(plain_names, min_size=2, max_size=6, unique=True),
        st.lists(integers, min_size=2, unique=True),
    ),
    weighted=st.booleans(),
)
@settings(max_examples=40)
def test_labels(suffix, labels, weighted, again, listed):
    ring = np.arange(len(labels))
    weights = ring / 3 if weighted else None
    graph = wf.Graph.from_edges(ring, np.roll(ring, 1), weights=weights, labels=labels)
    found = again(graph, suffix)
    edges = listed(graph)
    if found.labels is None:  # they were 0 to V-1 after all
        assert {str(label) for label in labels} <= {f"{p}{i}" for i in ring for p in ("", "n")}
    elif found.labels.dtype.kind == "i":
        edges = sorted((int(u), int(v), w) for u, v, w in edges)
    if found.labels is not None:
        assert listed(found) == edges


@pytest.mark.parametrize("suffix", [".mtx", ".npz", ".npy", ".graphml", ".sg", ".gr", ".graph"])
@pytest.mark.parametrize("size", [0, 1, 5])
def test_graphs_without_edges(suffix, size, again):
    graph = wf.Graph.from_edges([], [], size, directed=suffix != ".graph")
    found = again(graph, suffix)
    assert (found.num_vertices, found.num_edges) == (size, 0)
    assert found.csr.src_ptr.tolist() == [0] * (size + 1)


@pytest.mark.parametrize("suffix", [".mtx", ".npy", ".graphml", ".csv", PARQUET])
def test_float32_values_survive(suffix, again):
    weights = np.float32([0.1, 1 / 3, 1e-40])
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 0], weights=weights)
    assert again(graph, suffix).csr.weights.astype(np.float32).tolist() == weights.tolist()


EVERY = {
    "mtx": [".mtx", ".mtx.gz"],
    "edges": [".txt", ".csv", ".tsv", ".csv.gz", ".el.gz"],
    "dimacs": [".gr", ".gr.gz"],
    "metis": [".graph", ".graph.gz"],
    "gapbs": [".sg", ".wsg", ".wsg.gz"],
    "galois": [".gr", ".gr.gz"],
    "graph500": [".packed", ".packed.gz"],
    "npz": [".npz", ".npz.gz"],
    "npy": [".npy"],
    "parquet": [".parquet", ".parquet.gz"],
    "graphml": [".graphml", ".graphml.gz"],
}


@pytest.mark.parametrize(
    ("format", "suffix"),
    [
        pytest.param(format, suffix, marks=needs_arrow if format == "parquet" else ())
        for format, suffixes in EVERY.items()
        for suffix in suffixes
    ],
)
@given(graph=nasty.graphs())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_equal_or_refused(format, suffix, graph, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / f"nasty{suffix}"
    found = nasty.read_back(graph, path, format)
    if found is not None:
        nasty.assert_same_content(found, graph, format)


@pytest.mark.parametrize("suffix", [".txt", ".csv", ".tsv", ".npy", ".graphml", PARQUET])
def test_each_nasty_label(suffix, tmp_path):
    kept = {}
    for label in nasty.LABELS:
        others = [name for name in ("7", "b") if name != label]
        for rest in ([others[0]], others):
            ring = np.arange(len(rest) + 1)
            graph = wf.Graph.from_edges(ring, np.roll(ring, 1), labels=[label, *rest])
            found = nasty.read_back(graph, tmp_path / f"g{suffix}")
            kept[label] = found is not None
            if found is not None:
                nasty.assert_same_content(found, graph, SUFFIXES[suffix])
    refused = [label for label, held in kept.items() if not held]
    most = {".txt": 50, ".csv": 14, ".tsv": 34, ".npy": 2, ".graphml": 11, ".parquet": 2}[suffix]
    assert len(refused) <= most, refused
