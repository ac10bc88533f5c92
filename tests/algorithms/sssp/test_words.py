"""A GPU's shortest paths by words of distance and predecessor, against the CPU's, and what no word holds."""

import numpy as np
import pytest
from graphs import devices
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import far_pile, one_launch, words

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
    """1e-30 is lost beside 1; infinity is no edge, whatever its end's id; -0.0 leads to who is as near."""
    src, dst = [0, 1, 2, 3, 0, 0, 6, 0, 7, 7], [1, 2, 3, 1, 4, 5, 5, 7, 8, 0]
    weights = np.float32([1, 1e-30, 0, 1, np.inf, 2, np.inf, -0.0, 0, -0.0])
    for source in (0, 7, [0, 7], [8, 0]):
        assert_as_on_cpu(wf.Graph.from_edges(src, dst, weights=weights), device, source)


@pytest.mark.parametrize("most", [EXACT - 2, EXACT - 1, EXACT, EXACT + 1, 2**40 + 1])
def test_distances_that_no_word_holds(most, device):
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=np.array([most // 2, most - most // 2, 1]))
    for options in ({"cutoff": most - 1}, {"target": 1}, {"target": 2}, {}, {}):
        assert_as_on_cpu(graph, device, **options)
    if isinstance(device, wf.Cpu):
        return
    assert words.fits(graph.to_device(device)) == (most + 1 < EXACT)


@pytest.mark.parametrize("few", [0, 64])
@pytest.mark.parametrize("room", [0, 1])
def test_far_piles_with_holes_and_copied(room, few, device, set_sizes):
    """Buckets that are narrowed, so that vertices leave the far pile and come back; all places of four."""
    set_sizes(far_pile, ROOM=room)
    set_sizes(one_launch, ROOM=room, FEW_EDGES=few, MANY_EDGES=4, MOST_SHARE=1000)
    csr = generators.uniform(40, 120, seed=8).csr
    graph = wf.Graph.from_csr(csr.src_ptr, csr.dst, np.int32(csr.dst * 37 % 91 + 1))
    for source in (0, 9):
        assert_as_on_cpu(graph, device, source)


@pytest.mark.parametrize("delta", [1.0, 2.0, 3.0])
def test_distances_at_a_bound(delta, device):
    """Each distance up to 12, and a vertex behind each."""
    near = np.arange(1, 13)
    src, dst = np.append(np.zeros(12, int), near), np.append(near, near + 12)
    graph = wf.Graph.from_edges(src, dst, weights=np.append(near, np.full(12, 30)))
    assert_as_on_cpu(graph, device, delta=delta)
    assert_as_on_cpu(graph, device, delta=delta, cutoff=36)


def test_a_way_to_a_far_vertex_that_gets_shorter(device):
    """Vertex 3 waits at 100, and in the same bucket at 40; what is behind it is within the cutoff."""
    graph = wf.Graph.from_edges([0, 0, 1, 3], [3, 1, 3, 4], weights=[100, 1, 39, 1])
    assert_as_on_cpu(graph, device, delta=1.0, cutoff=50)


def two_lists(length, other, weights):
    """A vertex of so many neighbors, one of these of some others; behind each of all one more vertex."""
    first, second = np.arange(1, length + 1), np.arange(length + 1, length + 1 + other)
    ends = np.append(first, second)
    behind = ends + ends.size
    src = np.concatenate([np.zeros(length, int), np.ones(other, int), ends])
    return wf.Graph.from_edges(src, np.append(ends, behind), weights=np.resize(weights, src.size))


@pytest.mark.parametrize("length", [508, 511, 512, 640, 700])
def test_lists_that_a_warp_takes_at_once(length, device):
    """Each edge leads to a vertex that no other one leads to; warps share the edges of a step."""
    for weights in (np.uint8([5]), np.float32([3, 1, 2, np.inf, 4])):
        graph = two_lists(length, 3, weights)
        for delta in (np.inf, 2.0):
            assert_as_on_cpu(graph, device, delta=delta)
    kept = np.arange(graph.num_edges) % 3 > 0
    assert_as_on_cpu(graph, device, delta=np.inf, edge_filter=kept)


def test_more_ends_than_a_warp_holds(device):
    """Of some lengths of what leads nowhere, so that buffers fill at different places."""
    for nowhere in (16, 33, 60):
        weights = np.ones(2000, np.float32)
        weights[:nowhere] = np.inf
        src = np.append(np.zeros(1000, int), np.arange(1, 1001))
        graph = wf.Graph.from_edges(src, np.arange(1, 2001), weights=weights)
        assert_as_on_cpu(graph, device, delta=np.inf)


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
