"""The fused search on the CPU where it goes several levels deep between two gates: levels stay exact.

Here it does so wherever frontiers suit, whether that pays or not.
"""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.accounting.rebuilt import rebuilt
from wavefront.compiler.registry import cpu_intrinsics
from wavefront.strategies.fused.cpu import host
from wavefront.strategies.fused.cpu.counting import never_due
from wavefront.strategies.fused.cpu.direction import alpha_of
from wavefront.strategies.fused.cpu.levels import search_levels
from wavefront.strategies.fused.cpu.trial import is_due

SIDE = 250
KEPT = {function: function for function in cpu_intrinsics}
WITHOUT_TRIALS = rebuilt(search_levels, KEPT | {is_due: never_due})


@pytest.fixture(autouse=True)
def without_trials(monkeypatch):
    monkeypatch.setattr(host, "search_levels", WITHOUT_TRIALS)


def fused(graph, source, **options):
    """A search of a graph that is small enough for `alone`, which an alpha leaves to the level loop."""
    alpha = alpha_of(graph.num_vertices, graph.num_edges)
    return wf.bfs(graph, source, strategy="fused", device="cpu", alpha=alpha, **options)


def grid_levels(source):
    row, column = divmod(source, SIDE)
    return np.add.outer(abs(np.arange(SIDE) - row), abs(np.arange(SIDE) - column)).ravel()


@pytest.mark.parametrize("predecessors", [True, False])
@pytest.mark.parametrize("source", [0, 125 * SIDE + 125, SIDE * SIDE - 1])
def test_a_grid(source, predecessors):
    graph = generators.grid(SIDE, SIDE)
    result = fused(graph, source, predecessors=predecessors)
    assert (result.levels == grid_levels(source)).all()
    if predecessors:
        wf.validate_bfs(graph, source, result.levels, result.predecessors)


@pytest.mark.parametrize("last", range(150, 200, 7))
def test_levels_after_a_limit_are_taken_back(last):
    graph = generators.grid(SIDE, SIDE)
    expected = grid_levels(30)
    result = fused(graph, 30, depth_limit=last)
    assert (result.levels == np.where(expected <= last, expected, -1)).all()
    wf.validate_bfs(graph, 30, result.levels, result.predecessors, depth_limit=last)


@pytest.mark.parametrize("target", [150 * SIDE, 160 * SIDE + 3, 170 * SIDE + 11, 200 * SIDE + 40])
def test_levels_after_a_targets_are_taken_back(target):
    graph = generators.grid(SIDE, SIDE)
    expected = grid_levels(30)
    result = fused(graph, 30, target=target)
    assert (result.levels == np.where(expected <= expected[target], expected, -1)).all()


def test_shortcuts_and_hubs_on_the_way():
    """A grid with edges to far vertices, which later levels would reach sooner, and stars in between."""
    rng = np.random.default_rng(3)
    src, dst, _ = generators.grid(SIDE, SIDE).coo
    count = SIDE * SIDE
    far = rng.integers(count, size=40), rng.integers(count, size=40)
    hubs = np.repeat(rng.integers(count, size=20), 600)
    leaves = count + np.arange(hubs.size)
    ends = np.concatenate([src, far[0], hubs]), np.concatenate([dst, far[1], leaves])
    graph = wf.Graph.from_edges(*ends, directed=False)
    for source in (0, count // 2, count - 1):
        expected = wf.bfs(graph, source, strategy="push", device="cpu").levels
        result = fused(graph, source)
        assert (result.levels == expected).all()
        wf.validate_bfs(graph, source, result.levels, result.predecessors)
