"""A GPU's strong components by signatures: chains, rings and meshes in every order of ids, and hubs."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

import wavefront as wf
from wavefront.algorithms.components import changes, edges_left, signatures

pytestmark = pytest.mark.on_devices


@pytest.fixture
def few_sweeps(set_sizes):
    """Rounds begin again after one sweep; lists of three edges are long, and short ones have a hub."""
    set_sizes(signatures, SWEEPS=1, SKEWED=2)
    set_sizes(edges_left, SHORT=3)


@pytest.fixture
def few_levels(few_sweeps, set_sizes):
    """Changes are followed from the first sweep on, in however many vertices, and for three levels."""
    set_sizes(signatures, FIRST_SWEEPS=1, MANY=1)
    set_sizes(changes, FEW=1, LEVELS=3)


def ring(count):
    return np.arange(count), np.roll(np.arange(count), 1)


def chain_of_rings(count):
    """Rings of three; one edge leads from each to the next."""
    first = np.arange(0, count - 2, 3)
    src = np.concatenate([first, first + 1, first + 2, first[:-1]])
    return src, np.concatenate([first + 1, first + 2, first, first[1:] + 1])


def mesh(count):
    """Right and down, and every fifth edge back, too."""
    side = int(count**0.5)
    ids = np.arange(side * side).reshape(side, side)
    src = np.concatenate([ids[:, :-1].ravel(), ids[:-1].ravel()])
    dst = np.concatenate([ids[:, 1:].ravel(), ids[1:].ravel()])
    return np.concatenate([src, dst[::5]]), np.concatenate([dst, src[::5]])


def star(count):
    """A hub with edges to all; half of them have one back."""
    leaves = np.arange(1, count)
    hub = np.zeros_like(leaves)
    return np.concatenate([hub, leaves[::2]]), np.concatenate([leaves, hub[::2]])


def chain(count):
    return np.arange(count - 1), np.arange(1, count)


def is_right(src, dst, count, device):
    graph = wf.Graph.from_edges(src, dst, count, directed=True)
    found = wf.connected_components(graph, "strong", device=device)
    matrix = csr_array((np.ones(len(src)), (src, dst)), shape=(count, count))
    expected, labels = connected_components(matrix, directed=True, connection="strong")
    pairs = set(zip(found.components.tolist(), labels.tolist(), strict=True))
    assert found.num_components == expected == len(pairs)
    firsts = np.unique(found.components.tolist(), return_index=True)[1]
    assert (np.diff(firsts) > 0).all(), "numbered in the order of the smallest vertices"


@pytest.mark.parametrize("order", ["ascending", "descending", "shuffled"])
@pytest.mark.parametrize("shape", [ring, chain, chain_of_rings, mesh, star])
def test_shapes_in_every_order(shape, order, device):
    count = 100
    ids = {
        "ascending": np.arange(count),
        "descending": np.arange(count)[::-1],
        "shuffled": np.random.default_rng(3).permutation(count),
    }[order]
    src, dst = shape(count)
    is_right(ids[src], ids[dst], count, device)


@pytest.mark.parametrize("sizes", ["few_sweeps", "few_levels"])
@pytest.mark.parametrize("shape", [ring, chain, chain_of_rings, mesh, star])
def test_rounds_begin_again_with_other_keys_and_changes_are_followed(shape, sizes, device, request):
    request.getfixturevalue(sizes)
    count = 100
    ids = np.random.default_rng(4).permutation(count)
    src, dst = shape(count)
    is_right(ids[src], ids[dst], count, device)


@pytest.mark.parametrize("seed", range(10))
def test_random_graphs_near_the_threshold(seed, device):
    """With about as many edges as vertices there are components of all sizes."""
    draw = np.random.default_rng(seed)
    count = int(draw.integers(2, 200))
    edges = int(count * draw.uniform(0.8, 1.6))
    is_right(draw.integers(count, size=edges), draw.integers(count, size=edges), count, device)


def test_too_many_vertices(device, monkeypatch):
    monkeypatch.setattr(signatures, "MOST_VERTICES", 2)
    graph = wf.Graph.from_edges([0, 1], [1, 2])
    if isinstance(device, wf.Cpu):
        assert wf.connected_components(graph, "strong", device=device).num_components == 3
        return
    with pytest.raises(wf.DeviceError, match="2 vertices at most: use the CPU"):
        wf.connected_components(graph, "strong", device=device)
