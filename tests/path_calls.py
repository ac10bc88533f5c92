"""Right calls, as in calls.py, of searches for shortest paths."""

from typing import Any, NamedTuple

import numpy as np

import wavefront as wf

GRAPH = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2], weights=[1.0, 2.0, 3.0, 4.0], directed=False)


class Bounds(NamedTuple):
    distances: Any  # V numbers


def bound(vertex, target, problem):
    return problem.distances[vertex]


KEPT = {"vertex_filter": np.ones(4, bool), "edge_filter": np.ones(GRAPH.num_edges, bool)}
BY_HEURISTIC = {"heuristic": bound, "problem": Bounds(np.zeros(4))}


def found():
    result = wf.sssp(GRAPH, 0)
    return {"distances": result.distances.copy(), "predecessors": result.predecessors.copy()}


def all_found():
    result = wf.bfs(GRAPH, 0)
    found = wf.all_predecessors(result)
    arrays = {"offsets": found.offsets.copy(), "vertices": found.vertices.copy()}
    return {"graph": GRAPH, "source": 0, "lengths": result.levels.copy(), "weighted": False} | arrays


PATHS = {
    "sssp": (
        wf.sssp,
        lambda: (
            {"graph": GRAPH, "source": 0, "target": 2, "cutoff": 9.0, "delta": 1.0, "device": "cpu"}
            | {"predecessors": True, "deterministic": True, "trace": False}
        ),
    ),
    # In plain Python: compiled, each kind of filter is a search of its own.
    "sssp with filters": (wf.sssp, lambda: {"graph": GRAPH, "source": 0, "device": "python"} | KEPT),
    "multi_source_sssp": (
        wf.multi_source_sssp,
        lambda: {"graph": GRAPH, "sources": [0, 2], "delta": 1.0, "device": "cpu", "progress": None},
    ),
    "multi_source_sssp into an array": (
        wf.multi_source_sssp,
        lambda: {"graph": GRAPH, "sources": [0, 2], "device": "cpu", "out": np.empty((2, 4))},
    ),
    "multi_source_sssp with filters": (
        wf.multi_source_sssp,
        lambda: {"graph": GRAPH, "sources": [0, 2], "device": "python"} | KEPT,
    ),
    "validate_multi_source_sssp": (
        wf.validate_multi_source_sssp,
        lambda: (
            {
                "graph": GRAPH,
                "sources": [0, 2],
                "distances": wf.multi_source_sssp(GRAPH, [0, 2]).distances.copy(),
            }
            | KEPT
        ),
    ),
    "MultiSourceSsspResult.row": (wf.multi_source_sssp(GRAPH, [0, 2]).row, lambda: {"index": 1}),
    "all_predecessors": (wf.all_predecessors, lambda: {"result": wf.bfs(GRAPH, 0)}),
    "AllPredecessors.count": (wf.all_predecessors(wf.bfs(GRAPH, 0)).count, lambda: {"target": 2}),
    "AllPredecessors.paths": (wf.all_predecessors(wf.bfs(GRAPH, 0)).paths, lambda: {"target": 2}),
    "all_shortest_paths": (
        wf.all_shortest_paths,
        lambda: {"graph": GRAPH, "source": 0, "target": 2, "weighted": True, "device": "cpu"},
    ),
    "all_shortest_paths with filters": (
        wf.all_shortest_paths,
        lambda: {"graph": GRAPH, "source": 0, "target": 2, "device": "python"} | KEPT,
    ),
    "descendants with filters": (wf.descendants, lambda: {"graph": GRAPH, "vertex": 0} | KEPT),
    "ancestors with filters": (
        wf.ancestors,
        lambda: {"graph": GRAPH, "vertex": 0, "device": "python"} | KEPT,
    ),
    "validate_all_predecessors": (wf.validate_all_predecessors, lambda: all_found() | KEPT),
    "k_shortest_paths": (
        wf.k_shortest_paths,
        lambda: {"graph": GRAPH, "source": 0, "target": 2, "k": 2, "weighted": True, "device": "cpu"} | KEPT,
    ),
    "bellman_ford": (
        wf.bellman_ford,
        lambda: {"graph": GRAPH, "source": 0, "device": "cpu", "predecessors": True, "trace": False},
    ),
    "bellman_ford with filters": (
        wf.bellman_ford,
        lambda: {"graph": GRAPH, "source": 0, "device": "python"} | KEPT,
    ),
    "validate_bellman_ford": (
        wf.validate_bellman_ford,
        lambda: {"graph": GRAPH, "source": 0} | found() | KEPT,
    ),
    "BellmanFordResult.path": (wf.bellman_ford(GRAPH, 0, device="python").path, lambda: {"target": 2}),
    "shortest_path": (
        wf.shortest_path,
        lambda: {"graph": GRAPH, "source": 0, "target": 2, "weighted": True, "device": "cpu"} | BY_HEURISTIC,
    ),
    "shortest_path by coordinates": (
        wf.shortest_path,
        lambda: (
            {"graph": GRAPH, "source": 0, "target": 2, "coordinates": np.arange(8.0).reshape(4, 2)} | KEPT
        ),
    ),
    "shortest_paths by a heuristic": (
        wf.shortest_paths,
        lambda: {"graph": GRAPH, "pairs": [(0, 2), (2, 1)]} | BY_HEURISTIC | KEPT,
    ),
    "shortest_paths": (
        wf.shortest_paths,
        lambda: (
            {"graph": GRAPH, "pairs": [(0, 2), (2, 1)], "weighted": True, "device": "cpu"}
            | {"coordinates": np.arange(8.0).reshape(4, 2)}
        ),
    ),
    "validate_path": (
        wf.validate_path,
        lambda: {"graph": GRAPH, "source": 0, "target": 2, "path": [0, 1, 2], "weighted": True} | KEPT,
    ),
    "validate_k_shortest_paths": (
        wf.validate_k_shortest_paths,
        lambda: {
            "graph": GRAPH,
            "source": 0,
            "target": 2,
            "paths": [[0, 1, 2], [0, 3, 2]],
            "weighted": True,
            **KEPT,
        },
    ),
    "validate_sssp": (
        wf.validate_sssp,
        lambda: {"graph": GRAPH, "source": 0, "target": 2, "cutoff": 9.0} | found() | KEPT,
    ),
}
