"""Right calls, as in calls.py, of what looks at a part of a graph or at its structure."""

import numpy as np

import wavefront as wf
from wavefront import generators

GRAPH = generators.book_graph()
KEPT = {"vertex_filter": np.ones(9, bool), "edge_filter": np.ones(GRAPH.num_edges, bool)}


def checking_within():
    found = wf.within(GRAPH, [0, 2], 2)
    names = "vertices", "distances", "predecessors", "offsets"
    arrays = {name: getattr(found, name).copy() for name in names}
    return {"graph": GRAPH, "source": [0, 2], "radius": 2, "weighted": False} | arrays | KEPT


UNDIRECTED = GRAPH.to_undirected()
ACYCLIC = wf.Graph.from_edges([0, 0, 1], [1, 2, 2], weights=[1.0, 2.0, 3.0])


def checking_biconnected():
    found = wf.biconnected_components(UNDIRECTED)
    names = "edge_components", "memberships", "bridges"
    return {"graph": UNDIRECTED} | {name: getattr(found, name).copy() for name in names}


def checking_spanning_forest():
    found = wf.spanning_forest(UNDIRECTED)
    arrays = {name: getattr(found, name).copy() for name in ("edges", "slots", "components")}
    return {"graph": UNDIRECTED, "total_weight": found.total_weight, "weighted": False} | arrays


STRUCTURE = {
    "memory_needed": (
        wf.memory_needed,
        lambda: {"graph": GRAPH, "algorithm": "bfs", "device": "cpu", "level_dtype": "int8"},
    ),
    "within": (
        wf.within,
        lambda: (
            {"graph": GRAPH, "source": [0, 2], "radius": 2, "weighted": False, "device": "cpu"}
            | {"trace": False}
        ),
    ),
    "within with filters": (
        wf.within,
        lambda: {"graph": GRAPH, "source": [0, 2], "radius": 2, "device": "python"} | KEPT,
    ),
    "WithinResult.around": (wf.within(GRAPH, [0, 2], device="python").around, lambda: {"index": 1}),
    "Graph.neighbors": (GRAPH.neighbors, lambda: {"vertex": 1}),
    "Graph.has_edge": (GRAPH.has_edge, lambda: {"source": 1, "neighbor": 3}),
    "Graph.with_edges": (
        GRAPH.with_edges,
        lambda: {"added": ([0], [8]), "removed": ([0], [1]), "edge_attributes": {}},
    ),
    "sample_neighbors": (
        wf.sample_neighbors,
        lambda: (
            {"graph": GRAPH, "source": [0, 2], "fanouts": [2, -1], "replace": False, "seed": 1}
            | {"weighted": False, "weights": [1.0] * GRAPH.num_edges, "device": "cpu"}
        ),
    ),
    "validate_sampling": (
        wf.validate_sampling,
        lambda: {"graph": GRAPH, "sampled": wf.sample_neighbors(GRAPH, [0], [2])},
    ),
    "Graph.subgraph": (GRAPH.subgraph, lambda: {"vertices": [1, 3]}),
    "validate_within": (wf.validate_within, checking_within),
    "biconnected_components": (wf.biconnected_components, lambda: {"graph": UNDIRECTED, "device": "cpu"}),
    "BiconnectedResult.vertices": (wf.biconnected_components(UNDIRECTED).vertices, lambda: {"component": 0}),
    "bridges": (wf.bridges, lambda: {"graph": UNDIRECTED, "device": "cpu"}),
    "articulation_points": (wf.articulation_points, lambda: {"graph": UNDIRECTED, "device": "cpu"}),
    "validate_biconnected": (wf.validate_biconnected, checking_biconnected),
    "longest_path": (wf.longest_path, lambda: {"graph": ACYCLIC, "weighted": True}),
    "ancestors": (wf.ancestors, lambda: {"graph": GRAPH, "vertex": 3, "device": "cpu"}),
    "descendants": (wf.descendants, lambda: {"graph": GRAPH, "vertex": 0, "device": "cpu"}),
    "spanning_forest": (
        wf.spanning_forest,
        lambda: {"graph": UNDIRECTED, "weighted": True, "device": "cpu"},
    ),
    "validate_spanning_forest": (wf.validate_spanning_forest, checking_spanning_forest),
}
