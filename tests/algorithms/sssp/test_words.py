"""A GPU's shortest paths by words of distance and predecessor, against the CPU's, and what no word holds."""

import numpy as np
import pytest
from graphs import devices
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import far_pile, one_launch, relax, words

EXACT = 2**24  # float32 holds all integers up to here
pytestmark = pytest.mark.on_devices


def assert_as_on_cpu(graph, device, source=0, **options):
    found = wf.sssp(graph, source, device=device, **options).to_numpy()
    expected = wf.sssp(graph, source, device="cpu", **options)
    assert found.distances.dtype == expected.distances.dtype
    assert found.distances.tolist() == expected.distances.tolist()
    assert found.predecessors.tolist() == expected.predecessors.tolist()


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("top", [0, 1, 3, 255])
def test_of_equal_paths_the_smallest_predecessor(top, directed, device):
    """Few different weights, so that most vertices have several predecessors; some weights are 0."""
    drawn = generators.uniform(60, 400, seed=3)
    weights = 1 + np.minimum(drawn.coo.src, drawn.coo.dst) * 7 % (top + 1) - (top > 0)
    csr = drawn.csr
    graph = wf.Graph.from_csr(csr.src_ptr, csr.dst, np.uint8(weights), directed=directed)
    for source in (0, [5, 17, 40]):
        assert_as_on_cpu(graph, device, source)
    assert_as_on_cpu(graph, device, 7, target=[11, 30])
    assert_as_on_cpu(graph, device, 7, cutoff=top)


@pytest.mark.parametrize("dtype", [np.int64, np.float32, np.float64, None])
def test_every_type_of_weights(dtype, device):
    csr = generators.kronecker(5, 3, seed=2).csr
    weights = None if dtype is None else (csr.dst % 5 + 1).astype(dtype)
    assert_as_on_cpu(wf.Graph.from_csr(csr.src_ptr, csr.dst, weights), device)


def test_weights_that_add_nothing_or_no_edge(device):
    """1e-30 is lost beside 1; infinity is no edge, whatever its end's id."""
    src, dst = [0, 1, 2, 3, 0, 0, 6], [1, 2, 3, 1, 4, 5, 5]
    weights = np.float32([1, 1e-30, 0, 1, np.inf, 2, np.inf])
    assert_as_on_cpu(wf.Graph.from_edges(src, dst, weights=weights), device)


@pytest.mark.parametrize("most", [EXACT - 2, EXACT - 1, EXACT, EXACT + 1, 2**40 + 1])
def test_distances_that_no_word_holds(most, device):
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=np.array([most // 2, most - most // 2, 1]))
    for options in ({"cutoff": most - 1}, {"target": 1}, {"target": 2}, {}, {}):
        assert_as_on_cpu(graph, device, **options)
    if isinstance(device, wf.Cpu):
        return
    assert words.fits(graph.to_device(device)) == (most + 1 < EXACT)


@pytest.mark.parametrize("room", [0, 1])
def test_far_piles_with_holes_and_copied(room, device, set_sizes):
    """Many narrow buckets, whose vertices leave the far pile and come back; entries at all places of four."""
    set_sizes(far_pile, ROOM=room)
    set_sizes(one_launch, ROOM=room, FEW_EDGES=0, MANY_EDGES=4)
    csr = generators.uniform(40, 120, seed=8).csr
    graph = wf.Graph.from_csr(csr.src_ptr, csr.dst, np.int32(csr.dst * 37 % 91 + 1))
    for source in (0, 9):
        assert_as_on_cpu(graph, device, source)


def test_lists_that_a_warp_takes_at_once(device, set_sizes):
    """Lists of one edge less and one more than a multiple of what a warp takes; bounds that fall between."""
    set_sizes(one_launch, FEW_EDGES=64, MANY_EDGES=64)
    assert relax.WIDE == 128
    src = np.repeat(np.arange(4), [127, 128, 129, 300])
    dst = np.arange(src.size) * 11 % 311 + 4
    src, dst = np.append(src, [0, 1, 2]), np.append(dst, [1, 2, 3])
    weights = np.random.default_rng(1).integers(1, 9, src.size, np.uint8)
    for given_delta in (None, 3.0, np.inf):
        assert_as_on_cpu(wf.Graph.from_edges(src, dst, weights=weights), device, delta=given_delta)


@given(st.data())
@settings(max_examples=15)
def test_random_graphs(data):
    count = data.draw(st.integers(1, 12), "vertices")
    ends = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(ends, ends, st.integers(0, 3)), max_size=40), "edges")
    src, dst, weights = np.array(edges, np.int64).reshape(-1, 3).T
    graph = wf.Graph.from_edges(src, dst, count, weights=weights, directed=data.draw(st.booleans()))
    sources = data.draw(st.lists(ends, min_size=1, max_size=3), "sources")
    for device in devices().values():
        assert_as_on_cpu(graph, device, sources)
