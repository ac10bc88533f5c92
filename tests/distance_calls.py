"""Right calls, as in calls.py, of the centralities of distances and paths."""

import numpy as np

import wavefront as wf

GRAPH = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2], weights=[1.0, 2.0, 3.0, 4.0], directed=False)
KEPT = {"vertex_filter": np.ones(4, bool), "edge_filter": np.ones(8, bool)}
SOME = {"graph": GRAPH, "vertices": 2, "seed": 1, "device": "cpu", "progress": None} | KEPT


def checking(name, values, **more):
    found = getattr(wf, name)(GRAPH, [0, 2], **more)
    return (
        {"graph": GRAPH, values: getattr(found, values).copy(), "vertices": found.vertices.copy()}
        | KEPT
        | more
    )


def checking_betweenness():
    options = {"sources": [0, 1], "targets": [2], "weighted": True, "normalized": True}
    found = wf.betweenness_centrality(GRAPH, edges=True, **options)
    return {"graph": GRAPH, "scores": found.scores, "edge_scores": found.edge_scores} | KEPT | options


DISTANCES = {
    "betweenness_centrality": (
        wf.betweenness_centrality,
        lambda: (
            {"graph": GRAPH, "sources": 2, "targets": [1], "weighted": True, "normalized": True}
            | {"edges": True, "seed": 1, "device": "cpu", "progress": None}
            | KEPT
        ),
    ),
    "closeness": (wf.closeness, lambda: SOME | {"direction": "out", "wf_improved": False}),
    "harmonic": (wf.harmonic, lambda: SOME | {"direction": "out"}),
    "eccentricity": (wf.eccentricity, SOME.copy),
    "diameter": (wf.diameter, lambda: {"graph": GRAPH, "device": "cpu", "progress": None} | KEPT),
    "validate_betweenness": (wf.validate_betweenness, checking_betweenness),
    "validate_closeness": (
        wf.validate_closeness,
        lambda: checking("closeness", "scores", direction="out", wf_improved=False),
    ),
    "validate_harmonic": (wf.validate_harmonic, lambda: checking("harmonic", "scores", direction="out")),
    "validate_eccentricity": (
        wf.validate_eccentricity,
        lambda: checking("eccentricity", "eccentricities"),
    ),
    "validate_diameter": (
        wf.validate_diameter,
        lambda: {"graph": GRAPH, "diameter": 2, "ends": (0, 2)} | KEPT,
    ),
}
