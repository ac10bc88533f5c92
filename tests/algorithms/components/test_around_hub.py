"""A GPU's components around the vertex of most edges, whether or not most vertices are near it."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.components import around_hub, one_launch
from wavefront.algorithms.components.api import weak_components

COUNT = 120
pytestmark = pytest.mark.on_devices


@pytest.fixture
def kept(monkeypatch):
    """The graphs that the host remembers as those without such a hub."""
    graphs = set()
    monkeypatch.setattr(one_launch, "_without_hub", graphs)
    return graphs


def star(leaves):
    return np.zeros(leaves, np.int64), np.arange(1, leaves + 1)


def star_with_tails(leaves):
    """Each leaf has one more vertex behind it, and five have three; pairs that nothing joins to these."""
    src, dst = star(leaves)
    ends = np.arange(1, 2 * leaves + 6)  # of leaves, then of the vertices behind them
    long = ends[:leaves].tolist() + ends[leaves : leaves + 5].tolist() + ends[2 * leaves :].tolist()
    pairs = np.arange(2 * leaves + 11, COUNT - 1, 2)
    behind = np.arange(leaves + 1, leaves + 1 + len(long))
    return np.concatenate([src, long, pairs]), np.concatenate([dst, behind, pairs + 1])


def two_stars(leaves):
    """Neither has most vertices, and one edge joins leaves of both."""
    src, dst = star(leaves)
    return np.append(np.append(src, src + leaves + 1), 1), np.append(
        np.append(dst, dst + leaves + 1), leaves + 2
    )


def star_and_path(leaves):
    src, dst = star(leaves)
    path = np.arange(leaves + 1, COUNT - 1)
    return np.append(src, path), np.append(dst, path + 1)


def nothing(leaves):
    return np.empty((2, 0), np.int64)


SHAPES = [
    (star, 110),
    (star_with_tails, 48),
    (two_stars, 50),
    (star_and_path, 30),
    (star_and_path, 80),
    (nothing, 0),
]


@pytest.mark.parametrize(("shape", "leaves"), SHAPES)
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_numbers(shape, leaves, seed, device, kept):
    """The hub is the smallest vertex, and it is some other one."""
    ids = np.arange(COUNT) if seed is None else np.random.default_rng(seed).permutation(COUNT)
    src, dst = shape(leaves)
    graph = wf.Graph.from_edges(ids[src], ids[dst], COUNT, directed=False)
    expected = wf.connected_components(graph, device="cpu")
    for _ in range(2):  # the second call knows whether to try
        found = wf.connected_components(graph, device=device).to_numpy()
        assert found.components.tolist() == expected.components.tolist()
        assert found.num_components == expected.num_components
    if not isinstance(device, wf.Cpu):
        assert bool(kept) == (shape not in (star, star_with_tails))


@pytest.mark.parametrize("passes", [1, 4])
def test_few_looks_and_few_passes(passes, device, kept, set_sizes):
    """So that vertices are left outside, some next to members."""
    set_sizes(around_hub, PASSES=passes, LOOKS=2, SAMPLE=16, GAIN=1000)
    set_sizes(one_launch, SHORT=2, LONG=5)
    for seed in range(4):
        graph = generators.kronecker(7, 4, seed=seed)
        found = wf.connected_components(graph, device=device)
        expected = wf.connected_components(graph, device="cpu")
        assert found.components.tolist() == expected.components.tolist()


def test_more_vertices_than_threads(device):
    """Threads look at several vertices each, the smallest of which may be anywhere."""
    for seed in range(4):
        ids = np.random.default_rng(seed).permutation(300)
        graph = wf.Graph.from_edges(np.full(290, ids[0]), ids[1:291], 300, directed=False)
        found = wf.connected_components(graph, device=device)
        expected = wf.connected_components(graph, device="cpu")
        assert found.components.tolist() == expected.components.tolist()


def test_directed_graphs_have_no_hub(device):
    """Most vertices have edges to the hub and back; one more has an edge from a vertex that is near."""
    leaves = np.arange(1, 61)
    hub = np.zeros_like(leaves)
    src, dst = np.concatenate([hub, leaves, [5]]), np.concatenate([leaves, hub, [70]])
    graph = wf.Graph.from_edges(src, dst, 80)
    found = wf.connected_components(graph, "weak", device=device)
    assert (
        found.components.tolist() == wf.connected_components(graph, "weak", device="cpu").components.tolist()
    )


def test_what_finds_roots_alone_remembers_too(device, kept):
    graph = generators.path(50).to_device(device)
    for _ in range(2):
        assert weak_components(graph, device).tolist() == [0] * 50
        assert isinstance(device, wf.Cpu) or kept == {graph}
