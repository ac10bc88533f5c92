"""Searches by the fused strategy on a GPU or in the simulator, and what their results are checked by."""

import numpy as np
from graphs import devices

import wavefront as wf
from wavefront.device import Cuda

GPUS = [device for device in devices().values() if isinstance(device, Cuda)]


def search(graph, source, **more):
    # New arrays mostly take the memory of these: elements that aren't written are 7.
    [GPUS[0].xp.full(graph.num_vertices, 7, np.int32) for _ in range(8)]
    return wf.bfs(graph, source, strategy="fused", device=GPUS[0], **more).to_numpy()


def check(graph, source, result, **stops):
    expected = wf.bfs(graph, source, strategy="sequential", device="cpu", **stops)
    assert (result.levels == expected.levels).all()
    assert (result.predecessors[result.levels <= 0] == -1).all()
    if not stops:
        wf.validate_bfs(graph, source, result.levels, result.predecessors)
