"""What the GPU's fused search does on small versions of every shape of the corpus: bounds that need no clock.

The kernel runs in plain Python (interleaved.py), and its functions are counted per thread. The shapes are
those of benchmarks/shapes.py.
"""

import sys
from pathlib import Path

import interleaved
import numpy as np
import pytest
from kernel_counts import BLOCKS, PULLS, THREADS, Calls, Walks

import wavefront as wf
from wavefront.device import Cuda
from wavefront.strategies.fused.cuda import levels, push, rest, small

sys.path.append(str(Path(__file__).parents[4] / "benchmarks"))
from shapes import SHAPES, bottlenecks

SCALE = 7
WARPS = BLOCKS * THREADS // 32
AT_ONCE = 64  # edges that a warp takes at once in a push
SMALL = {name: make for name, make in SHAPES.items() if name not in ("bottlenecks", "10000 vertices")}
SMALL["bottlenecks"] = lambda scale: bottlenecks(scale, wide=100)


@pytest.fixture
def on_three_blocks(monkeypatch):
    interleaved.install(monkeypatch, BLOCKS, THREADS, seed=1)


@pytest.mark.parametrize("name", SMALL)
def test_levels_take_few_barriers_and_threads_few_edges(name, on_three_blocks, monkeypatch):
    graph = SMALL[name](SCALE)
    claims, expands = Calls(monkeypatch, push, "claim_two"), Calls(monkeypatch, small, "claim_bit")
    barriers, pulls = Calls(monkeypatch, levels, "grid_barrier"), Calls(monkeypatch, levels, "pull_level")
    source = int(np.asarray(graph.out_degrees).argmax())
    found = wf.bfs(graph, source, strategy="fused", device=Cuda()).to_numpy()
    wf.validate_bfs(graph, source, found.levels, found.predecessors)
    reached = found.levels >= 0
    edges = np.bincount(found.levels[reached], np.asarray(graph.out_degrees)[reached]).astype(int)
    large = int((edges > small.MOST_ROUNDS * THREADS).sum())  # one block may have them all
    assert pulls.most() <= large
    assert barriers.most() <= 6 + 6 * large
    assert claims.most() <= int((-(-edges // (WARPS * AT_ONCE)) + 2).sum())
    assert expands.most() <= int((small.MOST_ROUNDS * -(-edges // THREADS) + 1).sum())


@pytest.mark.parametrize("name", SMALL)
def test_no_lane_walks_a_long_list_of_in_neighbors_alone(name, on_three_blocks, monkeypatch):
    graph = SMALL[name](SCALE)
    walks = Walks(monkeypatch)
    source = int(np.asarray(graph.out_degrees).argmax())
    wf.bfs(graph, source, strategy="fused", device=Cuda(), depth_limit=4, **PULLS)
    patience = levels.LEAST_PATIENCE + graph.num_vertices // (BLOCKS * THREADS)
    assert walks.longest <= (patience + rest.FEW_LEFT) // 4 + 2
