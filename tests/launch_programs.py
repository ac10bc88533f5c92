"""Programs for what one launch doesn't do: the passes after it, and graphs that are too large for it."""

from itertools import cycle
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.multi_source_bfs.one_by_one import level_sizes
from wavefront.algorithms.sssp import words
from wavefront.algorithms.sssp.stop import NO_STOP
from wavefront.algorithms.sssp.tree import tree
from wavefront.device import Cuda
from wavefront.filters import checked_filters

Device = wf.Cpu | Cuda


def paths_without_weight(device: Device) -> None:
    """Shortest paths along edges of weight 0, which lead to vertices that are as near."""
    wf.sssp(wf.Graph.from_edges([0, 1, 2], [1, 2, 1], weights=[0.0, 0.0, 0.0]), 0, device=device)


def unpacked_words(device: Device) -> None:
    """Distances and predecessors from the words of a search, by integer weights and by others."""
    for weights in (np.uint8([1, 2]), np.float32([1, 2])):
        graph = wf.Graph.from_edges([0, 1], [1, 2], weights=weights).to_device(device)
        found = device.xp.full(3, words.UNREACHED, np.int64)
        found[0] = words.SOURCE
        words.unpacked(graph, found, NO_STOP, True, device)


def paths_with_a_negative_weight(device: Device) -> None:
    """Bellman-Ford's rounds, which other weights don't need."""
    wf.bellman_ford(wf.Graph.from_edges([0, 1, 0], [1, 2, 2], weights=[1.0, -2.0, 1.0]), 0, device=device)


def tree_of_paths(device: Device) -> None:
    """Predecessors, which follow the launch that finds the distances."""
    for weights in ([1.0, 1.0], [0.0, 0.0]):
        graph = wf.Graph.from_edges([0, 1], [1, 2], weights=weights).to_device(device)
        distances = device.array(np.cumsum([0.0, *weights]))
        tree(graph, np.array([0]), distances, device)


def tree_of_paths_that_are_kept(device: Device) -> None:
    """As `tree_of_paths`, along edges that a filter keeps."""
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[1.0, 0.0]).to_device(device)
    sources, distances = np.array([0]), device.array(np.array([0.0, 1.0, 1.0]))
    filters = checked_filters(graph, sources, None, np.ones(2, bool), device)
    tree(graph, sources, distances, device, filters)


def tree_of_an_undirected_path(device: Device) -> None:
    """Predecessors that vertices find in lists of their own."""
    graph = generators.path(40).to_device(device)
    tree(graph, np.array([0]), device.array(np.arange(40.0)), device)


def without_queues(device: Device) -> None:
    """Algorithms on graphs too large for a queue's packed words, or for ids of 32 bits."""
    graph = generators.path(40)  # long enough to push
    with patch("wavefront.algorithms.betweenness.api.has_room", lambda graph: False):
        for edges in (False, True):
            wf.betweenness_centrality(graph, [0], edges=edges, device=device)
    with patch("wavefront.algorithms.core_number.api.has_room", lambda graph: False):
        wf.core_number(graph, device=device)
    with patch("wavefront.algorithms.sssp.api.has_room", lambda graph: False):
        for edges in (None, np.ones(graph.num_edges, bool)):
            wf.sssp(graph, 0, delta=2.0, predecessors=False, edge_filter=edges, device=device)
    with patch("wavefront.algorithms.label_propagation.api.has_int32_ids", lambda graph: False):
        wf.label_propagation(graph, device=device)
    with patch("wavefront.algorithms.topological_levels.api.has_room", lambda graph: False):
        wf.topological_levels(wf.Graph.from_edges([0, 1], [1, 2]), device=device)


class Least(NamedTuple):
    """What is left at least."""

    distances: Any


def by_table(vertex: int, target: int, least: Any) -> float:
    """A heuristic that knows how much is left."""
    return least.distances[vertex]


def toward_targets(device: Device) -> None:
    """A*, by a heuristic with a problem and by coordinates, with an edge without weight."""
    graph = wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 3, 1], weights=[1.0, 0.0, 2.0, 1.0])
    pairs, least = [(0, 3), (3, 0), (2, 2)], Least(np.array([3.0, 2.0, 2.0, 0.0]))
    with patch("wavefront.algorithms.shortest_path.on_gpu.FEW", 0):
        wf.shortest_path(graph, 0, 3, weighted=True, heuristic=by_table, problem=least, device=device)
        wf.shortest_paths(graph, pairs, coordinates=np.zeros((4, 2)), device=device)


def several_paths(device: Device) -> None:
    """The k shortest paths, by blocks and by searches of the whole GPU; these are left out."""
    graph = wf.Graph.from_edges([0, 1, 0, 3, 1], [1, 2, 3, 2, 3], weights=[1.0, 1.0, 2.0, 2.0, 1.0])
    home = "wavefront.algorithms.k_shortest_paths.on_gpu"
    known = device.array(np.array([2.0, 1.0, 0.0, 2.0])), device.array(np.array([1, 2, -1, 2], np.int32))
    found = SimpleNamespace(
        distances=device.array(np.array([0.0, 1.0, 4.0, 2.0])),
        predecessors=device.array(np.array([-1, 0, 3, 0], np.int32)),
    )
    with (
        patch(f"{home}.Search._distances", lambda *_: known),
        patch(f"{home}.float_paths", lambda *_, **__: found),
    ):
        for edges in (None, np.ones(5, bool)):
            list(wf.k_shortest_paths(graph, 0, 2, 3, weighted=True, device=device, edge_filter=edges))
        with patch(f"{home}.SHAPES", ()):
            list(wf.k_shortest_paths(graph, 0, 2, 2, weighted=True, device=device))


def levels_counted(device: Device) -> None:
    """The sizes of a search's levels, which follow the launch that finds them."""
    level_sizes(device.array(np.array([0, 1, -1, 1], np.int32)), device)


def waves(device: Device) -> None:
    """Betweenness by weights, which follows the launch that finds the distances."""
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=[1.0, 1.0, 2.0], directed=False)

    def found(_graph: wf.Graph, source: int, **_options: object) -> SimpleNamespace:
        return SimpleNamespace(distances=device.array(wf.sssp(graph, source, device="cpu").distances))

    with patch("wavefront.algorithms.betweenness.by_wave.sssp", found):
        wf.betweenness_centrality(graph, [0, 3], weighted=True, edges=True, device=device)


def waves_back(device: Device) -> None:
    """As `waves`, but operators take the place of each source's first launch."""
    with patch("wavefront.algorithms.rounds.api.has_room", side_effect=cycle([False, True])):
        waves(device)


LAUNCH_PROGRAMS = {
    "sssp without weight": [paths_without_weight],
    "sssp's words unpacked": [unpacked_words],
    "bellman_ford with a negative weight": [paths_with_a_negative_weight],
    "sssp's predecessors": [tree_of_paths, tree_of_paths_that_are_kept, tree_of_an_undirected_path],
    "without queues": [without_queues],
    "betweenness by weights": [waves, waves_back],
    "A*": [toward_targets],
    "k shortest paths": [several_paths],
    "levels counted": [levels_counted],
}
