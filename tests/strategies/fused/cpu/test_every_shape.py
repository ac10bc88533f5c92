"""What the fused search does on small versions of every shape of the corpus: bounds that need no clock.

The shapes are those of benchmarks/shapes.py. Searches begin at a hub, a leaf and a random vertex, and are
held to what their own levels are worth: no level of few edges is shared among threads, no pass over all
vertices follows a level of few vertices, no thread walks a long list alone, and nothing but the result is
allocated.
"""

import sys
import tracemalloc
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.strategies.fused.cpu import host
from wavefront.strategies.fused.cpu.direction import MOST
from wavefront.strategies.fused.cpu.search import LONGEST, TAKEN
from wavefront.strategies.fused.cpu.steps import COUNT, LIST, MARK, PULL, PUSH, SHARES
from wavefront.strategies.fused.pool import pool_of

sys.path.append(str(Path(__file__).parents[4] / "benchmarks"))
from shapes import SHAPES

pytestmark = [
    pytest.mark.skipif(SIMULATED, reason="is about the CPU"),
    pytest.mark.skipif(wf.Cpu().threads < 2, reason="one thread only"),
]
SCALE, THREADS = 16, 2
SMALL = 512  # edges of a level that is never worth a second thread


class Levels(NamedTuple):
    """Of each level before the last: its vertices, and the edges that leave them."""

    sizes: np.ndarray
    edges: np.ndarray


def levels_of(graph, levels):
    reached = levels >= 0
    sizes = np.bincount(levels[reached])
    return Levels(sizes, np.bincount(levels[reached], graph.out_degrees[reached]).astype(np.int64))


def sources_of(graph):
    degrees = graph.out_degrees
    able = np.flatnonzero(degrees)
    ends = {int(degrees.argmax()), int(able[degrees[able].argmin()])}
    return sorted(ends | {int(np.random.default_rng(3).choice(able))})


def searched(graph, source):
    """A search in the form for several threads, which a beta leaves to the level loop, and its state."""
    result = wf.bfs(graph, source, strategy="fused", device=wf.Cpu(THREADS), beta=host.BETA)
    wf.validate_bfs(graph, source, result.levels, result.predecessors)
    scratch = pool_of(graph, "cpu").take(False)
    pool_of(graph, "cpu").give_back(False, scratch)
    return levels_of(graph, result.levels), scratch.search.state


@pytest.fixture(scope="module", params=SHAPES)
def graph(request):
    return SHAPES[request.param](SCALE)


def test_only_levels_of_many_edges_are_shared(graph):
    for source in sources_of(graph):
        levels, state = searched(graph, source)
        taken = state[TAKEN:]
        worth = int((levels.edges > SMALL).sum())
        assert taken[PUSH] + taken[SHARES] <= worth
        assert taken[COUNT] <= worth


def test_passes_over_all_vertices_follow_levels_of_many(graph):
    for source in sources_of(graph):
        levels, state = searched(graph, source)
        taken = state[TAKEN:]
        few = graph.num_vertices / max(MOST, host.BETA)  # fewer edges than vertices / alpha are pushed
        many = int(((levels.edges > few) | (levels.sizes > few)).sum())
        runs = int(taken[MARK])
        assert runs <= many
        assert taken[PULL] <= many + runs  # a run of pulls ends with one that finds few
        assert taken[LIST] <= runs


def test_no_thread_walks_more_than_a_small_levels_edges(graph):
    most = max(host.SERIAL_EDGES // THREADS**2, host.LEAST_SERIAL_EDGES)
    for source in sources_of(graph):
        _, state = searched(graph, source)
        if not host.is_for_one_thread(graph):
            assert state[LONGEST] <= most


def test_a_search_allocates_its_result_and_little_more(graph):
    source = sources_of(graph)[0]
    for _ in range(2):
        wf.bfs(graph, source, device="cpu")
    tracemalloc.start()
    result = wf.bfs(graph, source, device="cpu")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= result.levels.nbytes + result.predecessors.nbytes + (1 << 16)
