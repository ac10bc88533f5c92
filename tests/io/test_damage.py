"""Damage to a file of any format ends in a clear error, or in some other graph; never in a crash."""

import gzip
import importlib.util
import tracemalloc
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf

MOST_VERTICES = 10**6  # a damaged header may rightly ask for more, and for the time that takes
WEIGHTED = wf.Graph.from_edges([0, 1, 2, 2, 4, 7], [1, 2, 0, 3, 4, 8], 9, [1, 2, 3, 4, 5, 6], directed=False)
DIRECTED = wf.Graph.from_edges([0, 1, 2, 2, 4], [1, 2, 0, 3, 4], 5)
LABELLED = wf.Graph.from_edges([0, 1, 2], [1, 2, 0], weights=[0.5, 2, 3e-7], labels=["a", "bé", "c d"])

needs_arrow = pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None, reason="needs PyArrow: the parquet extra"
)
CASES = [
    (WEIGHTED, "g.mtx", "mtx"),
    (DIRECTED, "g.mtx", "mtx"),
    (WEIGHTED, "g.wel", "edges"),
    (LABELLED, "g.csv", "edges"),
    (WEIGHTED, "g.gr", "dimacs"),
    (WEIGHTED, "g.gr", "galois"),
    (WEIGHTED, "g.graph", "metis"),
    (WEIGHTED, "g.wsg", "gapbs"),
    (DIRECTED, "g.sg", "gapbs"),
    (wf.Graph.from_edges([0, 1], [1, 2], directed=False), "g.packed", "graph500"),
    (WEIGHTED, "g.npz", "npz"),
    (LABELLED, "g.graphml", "graphml"),
    (WEIGHTED, "g.mtx.gz", "mtx"),
    pytest.param(LABELLED, "g.parquet", "parquet", marks=needs_arrow),
]

damage = st.lists(
    st.tuples(st.integers(0, 2000), st.integers(0, 255), st.sampled_from(["set", "cut", "put"])), max_size=4
)


def damaged(content, changes):
    content = bytearray(content)
    for place, byte, kind in changes:
        place %= max(len(content), 1)
        if kind == "cut":
            del content[place:]
        else:
            content[place : place + (kind == "set")] = bytes([byte])
    return bytes(content)


def survive(path):
    """Read and use the graph; only the errors that callers are promised may come out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # SNAP's counts
        try:
            graph = wf.read(path)
            if graph.num_vertices <= MOST_VERTICES:
                csr = graph.csr
                assert csr.src_ptr.size == graph.num_vertices + 1
                assert csr.dst.size == graph.num_edges == csr.src_ptr[-1]
                assert not csr.dst.size or 0 <= csr.dst.min() <= csr.dst.max() < graph.num_vertices
        except (wf.InputError, OSError, MemoryError):
            return


@pytest.mark.parametrize(("graph", "name", "format"), CASES)
@given(changes=damage)
@settings(max_examples=120)
def test_damaged_files(graph, name, format, changes, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / name
    wf.write(graph, path, format)
    path.write_bytes(damaged(path.read_bytes(), changes))
    survive(path)


@given(
    part=st.sampled_from(["graph.json", "src_ptr.npy", "dst.npy", "weights.npy", "labels.npy"]),
    changes=damage,
)
@settings(max_examples=200)
def test_damaged_folders(part, changes, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "g.npy"
    wf.write(LABELLED, path)
    (path / part).write_bytes(damaged((path / part).read_bytes(), changes))
    survive(path)


@pytest.mark.parametrize(
    "name",
    [
        "g.mtx",
        "g.txt",
        "g.csv",
        "g.gr",
        "g.graph",
        "g.sg",
        "g.wsg",
        "g.packed",
        "g.npz",
        "g.graphml",
        "g.mtx.gz",
    ],
)
@given(content=st.binary(min_size=1, max_size=200))
@settings(max_examples=60)
def test_random_bytes(name, content, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    survive(path)


CLAIMS = {
    "a.mtx": "%%MatrixMarket matrix coordinate pattern general\n5 5 1000000000000\n1 2\n",
    "b.mtx": "%%MatrixMarket matrix array real general\n1000000 1000000\n1\n",
    "c.gr": "p sp 5 1000000000000\na 1 2 3\n",
    "d.graph": "5 1000000000000\n2\n1\n\n\n\n",
    "e.mtx": "%%MatrixMarket matrix coordinate pattern general\n1000000000000 1000000000000 1\n1 2\n",
    "f.gr": "p sp 1000000000000 1\na 1 2 3\n",
    "g.graph": "1000000000000 1\n2\n1\n",
}


@pytest.mark.parametrize("name", CLAIMS)
def test_text_headers_that_claim_a_trillion_take_no_memory(name, file_of):
    """The binary formats' are in test_binary_formats.py and test_numpy_formats.py."""
    path = file_of(name, CLAIMS[name])
    tracemalloc.start()
    try:
        with pytest.raises(wf.GraphFileError):
            wf.read(path)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
