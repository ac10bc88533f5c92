"""The GPU's pull in all of its forms, on graphs for plain Python: what depends on their size is forced."""

import interleaved
import numpy as np

import wavefront as wf
from wavefront.strategies.fused.cuda import arrays, pull, rest

PULLS = {"alpha": 1e9, "beta": 1e9}  # from the first level to the last
COUNT = 300


def some_graph(directed):
    """Hubs, leaves, vertices without edges, loops, edges given twice; V is no multiple of 32."""
    rng = np.random.default_rng(1)
    src = rng.integers(COUNT - 40, size=700)
    dst = ((COUNT - 40) * rng.random(700) ** 4).astype(int)
    src[:5], dst[:5] = dst[:5], dst[:5]
    src, dst = np.append(src, src[:50]), np.append(dst, dst[:50])
    return wf.Graph.from_edges(src, dst, COUNT, directed=directed)


def forced(monkeypatch, small, by_degree, in_order):
    for module in (arrays, rest):
        monkeypatch.setattr(module, "SMALL_GRAPH", COUNT if small else 0)
    monkeypatch.setattr(arrays, "WORTH", COUNT if by_degree else 0)
    monkeypatch.setattr(arrays, "SAMPLE", 1)
    monkeypatch.setattr(pull, "MOST", COUNT if in_order else 0)
    interleaved.install(monkeypatch, 3, 64, seed=1)
