"""A right call of each public function that makes a picture or a page."""

import wavefront as wf

GRAPH = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2], directed=False)
PAGES = {
    "figure": (
        wf.figure,
        lambda: {"what": "push", "graph": GRAPH, "source": 0, "level": 1, "strategy": None, "device": None},
    ),
    "look": (
        wf.look,
        lambda: {
            "graph": GRAPH,
            "source": 0,
            "strategies": ["push", "sssp"],
            "goal": None,
            "delta": 1.0,
            "title": "A graph",
            "compared": None,
            "benched": None,
            "progress": None,
        },
    ),
}
