"""Right calls, as in calls.py, of what measures methods."""

import wavefront as wf

GRAPH = wf.generators.book_graph()

MEASURES = {
    "advise": (
        wf.advise,
        lambda: {
            "graph": GRAPH,
            "sources": [0],
            "device": "cpu",
            "rounds": 1,
            "time_limit": 9.0,
            "seed": 0,
            "progress": None,
        },
    ),
    "compare": (
        wf.compare,
        lambda: {
            "graph": GRAPH,
            "sources": [0],
            "device": "cpu",
            "rounds": 1,
            "layouts": False,
            "literal": False,
            "progress": None,
        },
    ),
}
