"""Programs, as in programs.py, of algorithms that find a graph's structure."""

from functools import partial
from unittest.mock import patch

import wavefront as wf

CYCLE = wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 0], directed=False)


def sweeps(device) -> None:
    """Biconnected components over the forest of a search that launches its levels one by one."""
    search = partial(wf.bfs, strategy="push")
    with patch("wavefront.algorithms.biconnected.forest.bfs", search):
        wf.biconnected_components(CYCLE, device=device)
