"""A GPU's components in one launch, with lists of every length."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.components import one_launch

pytestmark = pytest.mark.on_devices


@pytest.fixture
def short_lists(set_sizes):
    """Lists that count as long although they are short."""
    set_sizes(one_launch, SHORT=3, LONG=6)


@pytest.fixture
def rounds(set_sizes):
    """Every eighth vertex links first, then every fourth, and so on, until the sample shows a large tree."""
    set_sizes(one_launch, FEWEST=8, SPARSER=2, LEAST=1)


@pytest.mark.usefixtures("short_lists")
@pytest.mark.parametrize("directed", [False, True])
def test_lists_of_every_length(directed, device):
    """Two graphs in one, so that there are vertices outside the largest component."""
    parts = [generators.kronecker(5, 3, seed=seed, directed=directed) for seed in (4, 5)]
    src = np.concatenate([parts[0].coo.src, parts[1].coo.src + 32])
    dst = np.concatenate([parts[0].coo.dst, parts[1].coo.dst + 32])
    graph = wf.Graph.from_edges(src, dst, 66, directed=directed)
    found = wf.connected_components(graph, device=device)
    expected = wf.connected_components(graph, device="cpu")
    assert found.components.tolist() == expected.components.tolist()
    assert found.num_components == expected.num_components


def path(count):
    return np.arange(count - 1), np.arange(1, count)


def islands(count):
    """Rings of five."""
    ids = np.arange(count)
    return ids, ids // 5 * 5 + (ids + 1) % 5


def pairs_and_alone(count):
    ids = np.arange(0, count // 2, 2)
    return ids, ids + 1


def nothing(_):
    return np.empty((2, 0), np.int64)


@pytest.mark.usefixtures("rounds")
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("shape", [path, islands, pairs_and_alone, nothing])
def test_rounds_of_links(shape, directed, device):
    """One component and many, in an order of ids in which no vertex's neighbor is near."""
    count = 100
    ids = np.random.default_rng(2).permutation(count)
    src, dst = shape(count)
    graph = wf.Graph.from_edges(ids[src], ids[dst], count, directed=directed)
    found = wf.connected_components(graph, device=device)
    expected = wf.connected_components(graph, device="cpu")
    assert found.components.tolist() == expected.components.tolist()
    assert found.num_components == expected.num_components


def test_pieces_of_a_list_that_is_just_long(device):
    """A list of one piece and one edge more, behind the edges that are sampled."""
    count = one_launch.LONG + 4
    graph = wf.Graph.from_edges(np.zeros(count - 1, int), np.arange(1, count), count + 1)
    found = wf.connected_components(graph, "weak", device=device)
    assert found.components.tolist() == [0] * count + [1]
