"""Programs, as in programs.py, of algorithms that find a graph's structure."""

from functools import partial
from unittest.mock import patch

import numpy as np

import wavefront as wf
from wavefront.algorithms.eccentricity import bounds

CYCLE = wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 0], directed=False)


def sweeps(device) -> None:
    """Biconnected components over the forest of a search that launches its levels one by one."""
    search = partial(wf.bfs, strategy="push")
    with patch("wavefront.algorithms.biconnected.forest.bfs", search):
        wf.biconnected_components(CYCLE, device=device)


def drawn(device) -> None:
    """Sampled neighbors, with and without weights."""
    for weights in (None, np.ones(CYCLE.num_edges)):
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
