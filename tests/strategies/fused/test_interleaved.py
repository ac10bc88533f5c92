"""The GPU's fused search on several blocks and warps whose threads take turns: see interleaved.py."""

import itertools

import interleaved
import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda
from wavefront.strategies.fused.cuda import append, label, levels, push, rest, small, translate

LAUNCHES = [(1, 64), (2, 32), (3, 64)]  # blocks, threads of each
PULLS = {"alpha": 1e9, "beta": 1e9}  # from the first level to the last


def draw(seed):
    """Random edges, hubs with parallel ones, a tree, a grid, two cliques and a way, hubs with own leaves."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 90))
    match seed % 6:
        case 0:
            src, dst = rng.integers(0, count, (2, int(rng.integers(0, 3 * count))))
        case 1:
            src, dst = rng.integers(0, min(count, 4), 300), rng.integers(0, count, 300)
        case 2:
            dst = np.arange(1, count)
            src = dst // 3
        case 3:
            return generators.grid(12, int(rng.integers(5, 9)))
        case 4:
            src, dst = np.nonzero(np.add.outer(np.arange(24) // 12, -(np.arange(24) // 12)) == 0)
            src, dst = np.append(src, [0, 30]), np.append(dst, [30, 12])
            count += 31
        case _:
            hubs, leaves = np.arange(1, 7), np.arange(7, 607)
            src = np.concatenate([np.zeros(6, int), hubs.repeat(100), leaves])
            dst = np.concatenate([hubs, rng.permutation(leaves), leaves + 600])
            count = 1207
    return wf.Graph.from_edges(src, dst, count, directed=bool(rng.random() < 0.5))


@pytest.fixture(params=LAUNCHES, ids=lambda launch: "{} blocks of {}".format(*launch))
def launch(request):
    return request.param


@pytest.fixture(params=["", "small"])
def sizes(request, monkeypatch):
    """The kernel's own, or smaller ones, which small graphs exceed."""
    if request.param:
        for module in (label, translate):
            monkeypatch.setattr(module, "DEEP", 3)
        for module in (append, push):
            monkeypatch.setattr(module, "SHORT", 2)
        for module in (append, small):
            monkeypatch.setattr(module, "MEDIUM", 8)
        monkeypatch.setattr(rest, "PIECE", 3)
        monkeypatch.setattr(rest, "FEW_LEFT", 2)
        monkeypatch.setattr(levels, "LEAST_PATIENCE", 5)
        monkeypatch.setattr(levels, "PER_PULL", 0.0)
        monkeypatch.setattr(push, "CAREFUL_EDGES", 0)
        monkeypatch.setattr(small, "OWN", 8)
        monkeypatch.setattr(small, "FEW", 1)


def rows():
    """All launches, sizes, forms and seeds; a sixth of them has each graph's kind with each of the others."""
    forms = itertools.product(LAUNCHES, ["", "small"], ["unprepared", "prepared"])
    for place, row in enumerate(forms):
        for seed in range(12):
            marks = [pytest.mark.soak] if (place + seed) % 3 or seed >= 6 else []
            yield pytest.param(*row, seed, marks=marks)


@pytest.mark.parametrize(("launch", "sizes", "form", "seed"), list(rows()), indirect=["launch", "sizes"])
def test_threads_in_any_order(launch, sizes, form, seed, monkeypatch):
    graph = draw(seed)
    if form == "prepared":
        graph.prepare("hubs_first")
    last = graph.num_vertices - 1
    plain = wf.bfs(graph, 0, strategy="sequential", device="cpu")
    several = wf.bfs(graph, [0, last], strategy="sequential", device="cpu")
    interleaved.install(monkeypatch, *launch, seed)
    for options in ({}, PULLS, {"alpha": 1e-9}, {"alpha": 1e9, "beta": 3.0}):
        found = wf.bfs(graph, 0, strategy="fused", device=Cuda(), **options)
        assert (found.levels == plain.levels).all()
        wf.validate_bfs(graph, 0, found.levels, found.predecessors)
    found = wf.bfs(graph, [0, last], strategy="fused", device=Cuda(), predecessors=False)
    assert (found.levels == several.levels).all()


def test_a_hub_on_several_blocks(launch, monkeypatch):
    graph = generators.star(700)
    interleaved.install(monkeypatch, *launch, seed=1)
    for source in (0, 5):
        found = wf.bfs(graph, source, strategy="fused", device=Cuda())
        wf.validate_bfs(graph, source, found.levels, found.predecessors)
