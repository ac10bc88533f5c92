"""Rounds that one block does while others wait at a barrier, some of them for long, in plain Python."""

import random
from itertools import pairwise

import numpy as np
import pytest
import reference
from late_blocks import Blocks, Late

import wavefront as wf
from wavefront.algorithms.core_number import one_block, one_launch
from wavefront.algorithms.topological_levels.one_launch import settle_levels

SIZES = {"MOST": 3, "ROOM": 8, "FEW_EDGES": 16}
LAYERS = [1, 1, 1, 5, 5, 100, 100]  # few, too many for the block, few for it again, and for all blocks


def layers(sizes):
    """Edges from each layer to the next one, and the layer of each vertex."""
    ids = np.split(np.arange(sum(sizes)), np.cumsum(sizes)[:-1])
    pairs = [(np.resize(these, those.size), those) for these, those in pairwise(ids)]
    src, dst = (np.concatenate(ends) for ends in zip(*pairs, strict=True))
    return wf.Graph.from_edges(src, dst), np.repeat(np.arange(len(sizes)), sizes)


@pytest.fixture
def sizes(monkeypatch):
    for name, value in SIZES.items():
        monkeypatch.setattr(one_block, name, value)


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_a_late_block_knows_how_many_rounds_there_were(seed, late, sizes):
    graph, expected = layers(LAYERS)
    random.seed(seed)
    levels = np.full(expected.size, -1, np.int32)
    settle_levels(graph, levels, Blocks(Late(late)))
    assert levels.tolist() == expected.tolist()


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("long", [3, one_block.LONG])
@pytest.mark.parametrize("seed", range(4))
def test_cores_where_the_block_leaves(seed, long, late, sizes, monkeypatch):
    """Because there is no room, or rounds are large, or a list is long."""
    monkeypatch.setattr(one_block, "LONG", long)
    rng = np.random.default_rng(seed)
    trees = np.arange(1, 60)
    src = np.append((rng.random(trees.size) * np.minimum(trees, 9)).astype(int), rng.integers(60, size=40))
    dst = np.append(trees, rng.integers(60, size=40))
    graph = wf.Graph.from_edges(src, dst, 60, directed=False)
    simple, pairs = graph.simplified(), zip(*(ends.tolist() for ends in graph.coo[:2]), strict=True)
    degrees = np.diff(simple.csr.src_ptr).astype(np.int32)
    random.seed(seed)
    one_launch.peel(simple, degrees, Blocks(Late(late)))
    assert degrees.tolist() == reference.core_numbers(60, pairs)
