"""Two ranks that share a device: every kernel of wavefront.distributed."""

from typing import Any

import numpy as np

import wavefront as wf
from wavefront import distributed, generators
from wavefront.graph.random_weights import with_random_weights

WAYS = {"alpha": 1e-9}, {"alpha": 1e9, "beta": 1e-9}, {"alpha": 1e9, "beta": 1e9}  # pushes, pulls, both


def ranks(device: Any) -> None:
    """Each search of a rank on small graphs."""
    whole = [with_random_weights(generators.book_graph(), seed=1), generators.path(40)]
    zero = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=np.zeros(3))

    def program(communicator: Any) -> None:
        distributed.kronecker(4, communicator=communicator)
        distributed.uniform(10, 20, communicator=communicator)
        for graph in (distributed.from_graph(one, communicator) for one in (*whole, zero)):
            for way in WAYS:
                segment = distributed.bfs(graph, 0, **way)
            distributed.validate_bfs(segment)
            segment.traversed_edges()
            distributed.sssp(graph, 0)
        distributed.pagerank(graph)
        distributed.connected_components(graph)
        distributed.multi_source_bfs(graph, [0, 1])

    distributed.together(2, program, devices=[device] * 2)
