"""The calls whose memory is measured against what `wf.memory_needed` tells, and what measures them."""

import gc
import tracemalloc


def leads_up(source, neighbor, edge):
    return source < neighbor or edge < 0


def is_odd(source, neighbor, edge):
    return (source + neighbor) % 4 > 0


def drops_few(source, neighbor, edge):
    return edge % 8191 != 0


def is_not_last(vertex):
    return vertex % 8191 != 8190


CALLS = [
    ("bfs", {"source": 0}),
    ("bfs", {"source": 0, "predecessors": False}),
    ("bfs", {"source": 0, "level_dtype": "int8"}),
    ("bfs", {"source": 0, "edge_filter": leads_up}),
    ("bfs", {"source": 0, "edge_filter": is_odd, "vertex_filter": is_not_last}),
    ("bfs", {"source": 0, "vertex_filter": is_not_last, "predecessors": False}),
    ("multi_source_bfs", {"sources": list(range(70))}),
    ("multi_source_bfs", {"sources": list(range(70)), "level_dtype": "int8"}),
    ("multi_source_bfs", {"sources": list(range(70)), "vertex_filter": is_not_last}),
    ("sssp", {"source": 0}),
    ("sssp", {"source": 0, "trace": True}),
    ("multi_source_sssp", {"sources": list(range(5))}),
    ("bellman_ford", {"source": 0}),
    ("connected_components", {}),
    ("connected_components", {"kind": "strong"}),
    ("core_number", {}),
    ("triangles", {}),
    ("betweenness_centrality", {"sources": [0, 1, 2, 3]}),
    ("betweenness_centrality", {"sources": [0, 1, 2, 3], "edges": True}),
    ("betweenness_centrality", {"weighted": True, "sources": [0, 1, 2, 3]}),
    ("betweenness_centrality", {"targets": [0, 9], "sources": [0, 1, 2, 3], "edges": True}),
    ("closeness", {"vertices": 70}),
    ("closeness", {"vertices": 70, "direction": "out"}),
    ("harmonic", {"vertices": 1}),
    ("harmonic", {"vertices": 3}),
    ("eccentricity", {"vertices": 70}),
    ("harmonic", {"vertices": 3, "vertex_filter": is_not_last}),
    ("closeness", {"vertices": 70, "vertex_filter": is_not_last, "direction": "in"}),
    ("betweenness_centrality", {"sources": [0, 1, 2, 3], "edges": True, "vertex_filter": is_not_last}),
    ("betweenness_centrality", {"weighted": True, "sources": [0, 1], "vertex_filter": is_not_last}),
    ("eccentricity", {"vertices": 70, "edge_filter": drops_few}),
    ("biconnected_components", {}),
    ("spanning_forest", {}),
    ("spanning_forest", {"weighted": True}),
    ("within", {"source": 0}),
    ("within", {"source": 0, "radius": 50}),
    ("within", {"source": 0, "radius": 5000, "weighted": True}),
    ("pagerank", {}),
    ("label_propagation", {}),
    ("topological_levels", {}),
]
NAMES = [
    "-".join([name, *(getattr(value, "__name__", str(value)) for value in options.values())])[:50]
    for name, options in CALLS
]


def peak(call):
    """Bytes that NumPy and Python allocate at most."""
    gc.collect()
    gc.freeze()  # what is there now, compiled code above all: the next collection would look at it again
    tracemalloc.start()
    result = call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del result
    return most
