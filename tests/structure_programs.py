"""Programs, as in programs.py, of algorithms that find a graph's structure, and of small levels."""

from functools import partial
from unittest.mock import patch

import numpy as np
from graphs import size

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.components.api import weak_components
from wavefront.algorithms.eccentricity import bounds
from wavefront.algorithms.pagerank import rows, slices
from wavefront.algorithms.smallest_predecessors import look_at_piece
from wavefront.algorithms.triangles import choice, hashed, look_up
from wavefront.device import Cuda

CYCLE = wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 0], directed=False)


def sweeps(device) -> None:
    """Biconnected components, whose forest is found by a CPU, and level by level."""
    search = partial(wf.bfs, strategy="push")

    def found(graph: wf.Graph, device: wf.Cpu | Cuda) -> object:
        return device.array(weak_components(CYCLE, wf.Cpu()))

    forest = "wavefront.algorithms.biconnected.forest"
    with patch(f"{forest}.bfs", search), patch(f"{forest}.weak_components", found):
        wf.biconnected_components(CYCLE, device=device)


def drawn(device) -> None:
    """Sampled neighbors, with and without weights, of short and long lists."""
    for longest, weights in ((5, None), (5, np.ones(CYCLE.num_edges)), (0, np.ones(CYCLE.num_edges))):
        with patch("wavefront.algorithms.sampling.api.LONGEST", longest):
            for replace in (False, True):
                wf.sample_neighbors(CYCLE, [0], [2], weights=weights, replace=replace, device=device)


def changed(device) -> None:
    """Edges added and removed, where the lists would be on this device."""
    with patch("wavefront.graph.changes.device_of", lambda array: device):
        CYCLE.with_edges(([0], [3]), ([1], [2]))


def bounded(device) -> None:
    """Bounds of eccentricities, by a search on this device."""
    arrays = (device.array(np.zeros(4, np.int32)) for _ in range(3))
    device.for_each(4, bounds.tighten, bounds.Bounds(*arrays, 2))


def lowered(device) -> None:
    """The smallest predecessors in pieces of a list, which are looked at where the first ones were none."""
    lists = CYCLE.csc[:2]
    zeros = (np.zeros(4, kind) for kind in (np.int32, lists[1].dtype, lists[1].dtype, np.int64))
    device.for_each(1, look_at_piece, *map(device.array, (*lists, *zeros)), 4)


def looked_up(device) -> None:
    """Triangles of a graph with a hub, by marks, by hash tables and by comparing."""
    hub = [(0, leaf) for leaf in range(1, 60)]
    graph = wf.Graph.from_edges(*zip(*hub, (1, 2), (2, 3), (1, 3), strict=True), directed=False)
    for reach, few in ((look_up.REACH, 0), (0, 0), (0, hashed.FEW)):
        long = patch.object(choice, "LONGEST", 8)
        with long, patch.object(look_up, "REACH", reach), patch.object(hashed, "FEW", few):
            wf.validate_triangles(graph, wf.triangles(graph, device=device).to_numpy().counts)


def in_slices(device) -> None:
    """PageRank along lists that are cut into slices."""
    graph = generators.kronecker(size(6, 4), 8)
    with patch.multiple(slices, LEAST_EDGES=1, HELD=0, SEGMENT=40):
        wf.pagerank(graph, tolerance=0.05, device=device)


def by_equal_shares(device) -> None:
    """PageRank along lists that lanes share equally."""
    graph = generators.kronecker(size(8, 4), 8)
    with patch.multiple(rows, LEAST_EDGES=1, USED=2, NOT_SHORT=0):
        wf.pagerank(graph, tolerance=0.05, device=device)


def small_levels(device) -> None:
    """Searches in levels of 8 bits, of which one looks whether it would go deeper."""
    for prepared in (False, True):
        graph = generators.kronecker(size(10, 4))
        if prepared:
            graph.prepare("hubs_first")
        found = wf.bfs(graph, 0, device=device, level_dtype="int8").to_numpy()
        wf.validate_bfs(graph, 0, found.levels, found.predecessors)
