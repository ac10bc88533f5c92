"""Lists built from edges: in many buckets, and of ids beyond 32 bits."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

import wavefront as wf
from wavefront.graph import bucket, formats


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("vertices", "edges"), [(3, 100_000), (50_000, 300_000), (200_000, 1000)])
def test_csr_and_csc_are_scipys_on_larger_graphs(vertices, edges, weighted):
    rng = np.random.default_rng(vertices)
    # A tenth of the edges leave vertex 0, so that buckets and lists are uneven.
    src = np.where(rng.random(edges) < 0.1, 0, rng.integers(0, vertices, edges))
    dst = rng.integers(0, vertices, edges)
    weights = rng.random(edges) if weighted else np.ones(edges)
    graph = wf.Graph.from_edges(src, dst, vertices, weights if weighted else None)
    expected = scipy.sparse.coo_array((weights, (src, dst)), shape=(vertices, vertices)).tocsr()
    values = np.ones(edges) if graph.csr.weights is None else graph.csr.weights
    ours = scipy.sparse.csr_array((values, graph.csr.dst, graph.csr.src_ptr), shape=expected.shape)
    assert ours.has_sorted_indices
    assert abs(ours - expected).max() < 1e-9
    columns = scipy.sparse.csc_array(expected)
    values = np.ones(edges) if graph.csc.weights is None else graph.csc.weights
    ours = scipy.sparse.csc_array((values, graph.csc.src, graph.csc.dst_ptr), shape=expected.shape)
    assert ours.has_sorted_indices
    assert abs(ours - columns).max() < 1e-9


@pytest.mark.parametrize("weighted", [False, True])
def test_ids_and_offsets_beyond_32_bits(weighted, monkeypatch):
    monkeypatch.setattr("wavefront.graph.arrays.INT32_MAX", 4)  # as if 5 were beyond 32 bits
    src, dst, weights = np.array([1, 0, 1, 1, 0]), np.array([2, 1, 0, 2, 3]), np.arange(5.0)
    csr = formats.coo_to_csr(formats.COO(src, dst, weights if weighted else None), 6)
    assert csr.src_ptr.tolist() == [0, 2, 5, 5, 5, 5, 5]
    assert csr.dst.tolist() == [1, 3, 0, 2, 2]
    assert {csr.src_ptr.dtype, csr.dst.dtype} == {np.dtype(np.int64)}
    assert not weighted or csr.weights.tolist() == [1, 4, 2, 0, 3]


def pipe(count):
    """Up, then down."""
    return np.concatenate([np.arange(0, count, 2), np.arange(count - 1 - count % 2, 0, -2)])


ORDERS = {
    "sorted": np.arange,
    "reversed": lambda count: np.arange(count)[::-1],
    "two runs": lambda count: np.roll(np.arange(count), count // 3),
    "up and down": pipe,
    "many runs": lambda count: np.arange(count) % 37,
    "short runs": lambda count: np.arange(count) ^ 3,
    "alike": lambda count: np.zeros(count, np.int64),
    "random": lambda count: np.random.default_rng(count).integers(0, count, count),
}


@pytest.mark.parametrize("count", [23, 24, 25, 26, 49, 1000, 100_000])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("weighted", [False, True])
def test_a_hubs_list_in_any_order(order, count, weighted):
    dst = ORDERS[order](count)
    weights = np.arange(count, dtype=float) if weighted else None
    graph = wf.Graph.from_edges(np.full(count, 1), dst, count + 4, weights)
    expected = np.argsort(dst, kind="stable")
    assert graph.csr.src_ptr[1:3].tolist() == [0, count]
    assert (graph.csr.dst == dst[expected]).all()
    assert weights is None or (graph.csr.weights == expected).all()


def test_hubs_of_an_undirected_graph_listed_by_source():
    # Each edge once, as exporters write them: a hub's list is two ascending runs.
    hubs, leaves = np.arange(100, 108), np.setdiff1d(np.arange(20_000), np.arange(100, 108))
    src, dst = np.repeat(hubs, leaves.size), np.tile(leaves, hubs.size)
    low, high = np.minimum(src, dst), np.maximum(src, dst)
    order = np.lexsort((high, low))
    graph = wf.Graph.from_edges(low[order], high[order], directed=False)
    for hub in hubs:
        first, end = graph.csr.src_ptr[hub : hub + 2]
        assert (graph.csr.dst[first:end] == leaves).all()


INPUTS = {
    "by source": lambda src, dst: np.lexsort((dst, src)),
    "by destination": lambda src, dst: np.lexsort((src, dst)),
    "by source alone": lambda src, dst: np.argsort(src, kind="stable"),
    "falling": lambda src, dst: np.lexsort((dst, src))[::-1],
    "as drawn": lambda src, dst: np.arange(src.size),
    "sources fall, destinations ascend": None,  # other edges then: both are sorted by themselves
}
DRAWN = {  # vertices, and E edges among them
    "uniform": lambda rng, edges: (20_000, rng.integers(0, 20_000, (2, edges))),
    "few lists": lambda rng, edges: (90, rng.integers(0, 90, (2, edges))),
    "short lists": lambda rng, edges: (2 * edges, rng.integers(0, 2 * edges, (2, edges))),
    "wide ids": lambda rng, edges: (5_000_000, 7919 * rng.integers(0, 600, (2, edges))),
    "a star": lambda rng, edges: (edges, np.stack([np.full(edges, 77), rng.integers(0, edges, edges)])),
    "two hubs far apart": lambda rng, edges: (
        300_000,
        np.stack([rng.choice([5, 299_999], edges), rng.integers(0, 300_000, edges)]),
    ),
}


@pytest.mark.parametrize("edges", [700, 12_000, 150_000])
@pytest.mark.parametrize("order", INPUTS)
@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_any_input_in_any_order(edges, order, drawn, weighted, directed):
    count, (src, dst) = DRAWN[drawn](np.random.default_rng(edges), edges)
    if (in_order := INPUTS[order]) is None:
        src, dst = np.sort(src)[::-1], np.sort(dst)
    else:
        src, dst = src[in_order(src, dst)], dst[in_order(src, dst)]
    number = np.arange(edges)
    graph = wf.Graph.from_edges(
        src, dst, count, number.astype(float) if weighted else None, directed=directed
    )
    if not directed:  # each edge, then its reverse unless it is a self-loop
        kept = np.stack([np.ones(edges, bool), src != dst], axis=1).ravel()
        src, dst = np.stack([src, dst], 1).ravel()[kept], np.stack([dst, src], 1).ravel()[kept]
        number = np.repeat(number, 2)[kept]
    expected = np.lexsort((dst, src))
    degrees = np.bincount(src, minlength=count)
    assert np.array_equal(np.diff(graph.csr.src_ptr), degrees)
    assert np.array_equal(graph.csr.dst, dst[expected])
    assert not weighted or np.array_equal(graph.csr.weights, number[expected])


@pytest.mark.parametrize(
    ("wrong", "message"), [(-3, "dst holds the negative vertex id -3"), (70, "vertex 70 is")]
)
@pytest.mark.parametrize("directed", [False, True])
def test_a_wrong_id_among_edges_that_are_examined_while_sorted(wrong, message, directed):
    src, dst = np.random.default_rng(1).integers(0, 70, (2, 12_000))
    dst[-1] = wrong
    with pytest.raises(wf.InputError, match=message):
        wf.Graph.from_edges(src, dst, 70, directed=directed)


BEYOND_A_CACHE = {  # destinations of more edges than build.py's LARGE
    "random": lambda rng, edges: rng.integers(0, 1_000_000, edges),
    "falling": lambda rng, edges: np.arange(edges)[::-1],
    "two values": lambda rng, edges: rng.choice([9, 700_000], edges),
    "all alike but the last": lambda rng, edges: np.append(np.full(edges - 1, 9), 3),
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("destinations", BEYOND_A_CACHE)
def test_a_hub_beyond_a_cache(destinations, weighted):
    rng, edges = np.random.default_rng(3), bucket.LARGE + 200_000
    dst = BEYOND_A_CACHE[destinations](rng, edges)
    src = np.where(rng.random(edges) < 0.95, 4, rng.integers(0, 30, edges))
    weights = np.arange(edges, dtype=np.float32) if weighted else None
    graph = wf.Graph.from_edges(src, dst, 1_000_000, weights)
    expected = np.lexsort((dst, src))
    assert np.array_equal(graph.csr.dst, dst[expected])
    assert np.array_equal(np.diff(graph.csr.src_ptr), np.bincount(src, minlength=1_000_000))
    assert not weighted or np.array_equal(graph.csr.weights, expected)


PEAK = """
import sys
import numpy as np
import wavefront as wf

def kib(line):
    with open("/proc/self/status") as status:
        return int(next(text for text in status if text.startswith(line)).split()[1])

rng, edges, count, directed = np.random.default_rng(1), 1 << 22, 1 << 18, sys.argv[1] == "directed"
for few in (100, 200_000):  # loads the loops of small and of large inputs
    wf.Graph.from_edges(*rng.integers(0, 90_000, (2, few), np.int32), count, directed=directed)
src, dst = (rng.integers(0, count, edges, np.int32) for _ in range(2))
dst[: edges // 10] = 7  # a hub
given = src.nbytes + dst.nbytes
before = kib("VmRSS") * 1024 - given
with open("/proc/self/clear_refs", "w") as peak:
    peak.write("5")  # the peak is the present size
graph = wf.Graph.from_edges(src, dst, count, directed=directed)
result = graph.csr.src_ptr.nbytes + graph.csr.dst.nbytes
print((kib("VmHWM") * 1024 - before) / (given + result))
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux's peak of memory")
@pytest.mark.parametrize("kind", ["directed", "undirected"])
def test_memory_at_the_peak(kind):
    run = subprocess.run([sys.executable, "-c", PEAK, kind], capture_output=True, text=True, check=True)
    # 1.3 is the promise. With copies of the edges it would be 2.3, or 3 for both directions.
    assert 0.9 < float(run.stdout) < 1.4


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_a_graph_that_does_not_fit_is_an_error_that_names_its_bytes(order):
    ends = np.array([0, 1, 2])[order]
    with pytest.raises(wf.InputError, match=r"a graph of 1,152,921,[\d,]+,976 vertices needs about .* bytes"):
        wf.Graph.from_edges(ends, ends, 2**60)
