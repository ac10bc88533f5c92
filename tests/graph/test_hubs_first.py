"""Hubs first: each list of in-neighbors by falling out-degree, the rest of the graph as it is."""

import numpy as np
import pytest
from graphs import GRAPHS

import wavefront as wf
from wavefront import generators

MADE = {
    **GRAPHS,
    "no vertices": lambda: wf.Graph.from_edges([], []),
    "kronecker": lambda: generators.kronecker(13),
    "directed kronecker": lambda: generators.kronecker(13, directed=True),
    "a hub beyond 16 bits": lambda: generators.star(70_000),
}


@pytest.mark.parametrize("name", MADE)
def test_hubs_come_first(name):
    graph = MADE[name]()
    found = graph.prepare("hubs_first").prepared_for(wf.Cpu())
    assert found.src_ptr is graph.csr.src_ptr
    assert found.dst is graph.csr.dst
    assert found.dst_ptr is graph.csc.dst_ptr
    assert found.new_id is found.old_id is None
    degrees = graph.out_degrees
    # Small degrees count by the power of two, and within one the ids ascend.
    groups = np.where(degrees < 256, (1 << np.int64(np.frexp(degrees)[1])) >> 1, degrees)
    for begin, end in zip(found.dst_ptr[:-1], found.dst_ptr[1:], strict=True):
        one = found.src[begin:end].tolist()
        assert one == sorted(graph.csc.src[begin:end].tolist(), key=lambda vertex: (-groups[vertex], vertex))
