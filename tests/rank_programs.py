"""Programs of ranks: each collective once; and every kernel of wavefront.distributed, on two ranks."""

from typing import Any
from unittest.mock import patch

import numpy as np

import wavefront as wf
from wavefront import distributed, generators
from wavefront.distributed import fused_peers
from wavefront.graph.random_weights import with_random_weights

WAYS = {"alpha": 1e-9}, {"alpha": 1e9, "beta": 1e-9}, {"alpha": 1e9, "beta": 1e9}  # pushes, pulls, both


def ranks(device: Any) -> None:
    """Each search of a rank on small graphs."""
    whole = [with_random_weights(generators.book_graph(), seed=1), generators.path(40)]
    zero = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], 5, weights=np.zeros(3))  # one has no edges

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


def over_peers(device: Any) -> None:
    """The search in one launch, on a rank that is its only peer."""
    graph = distributed.from_graph(generators.book_graph(), distributed.Alone(device))
    distributed.bfs(graph, 0)


def paths_over_peers(predecessors: bool, device: Any) -> None:
    """Shortest paths in one launch, on a rank that is its only peer; by words with predecessors."""
    graph = with_random_weights(generators.book_graph(), seed=1)
    distributed.sssp(distributed.from_graph(graph, distributed.Alone(device)), 0, predecessors=predecessors)


def components_over_peers(device: Any) -> None:
    """Components where one search reaches all but a pair of vertices; its levels are given."""
    ends = np.r_[np.zeros(62, np.int64), 63], np.r_[np.arange(1, 63), 64]
    graph = distributed.from_graph(wf.Graph.from_edges(*ends, directed=False), distributed.Alone(device))
    levels = np.where(np.arange(65) < 63, np.sign(np.arange(65)), -1).astype(np.int32)
    found = graph.device.array(levels)[graph.ids], None
    with patch.object(fused_peers, "bfs", return_value=found):
        distributed.connected_components(graph)


def sources_over_peers(device: Any) -> None:
    """Searches from two sources in one launch, on a rank that is its only peer."""
    graph = distributed.from_graph(generators.book_graph(), distributed.Alone(device))
    distributed.multi_source_bfs(graph, [0, 1])


def ranks_over_peers(tolerance: float, device: Any) -> None:
    """PageRank in one launch, on a rank that is its only peer; the tolerance decides about float32."""
    graph = distributed.from_graph(generators.book_graph(), distributed.Alone(device))
    distributed.pagerank(graph, tolerance=tolerance)


def collectives(ranks):
    """Each collective once; a program for every communicator."""
    rank, size = ranks.rank, ranks.size
    total = ranks.sum(np.array([rank, 1.0]))
    whole = np.empty(2 * size, np.int32)
    ranks.gather(whole, np.array([rank, -rank], np.int32))
    in_place = np.repeat(rank, 2 * size)
    ranks.gather(in_place, in_place[2 * rank : 2 * rank + 2])
    assert in_place.tolist() == np.repeat(np.arange(size), 2).tolist()
    counts = np.arange(size) * (rank + 1)  # so many rows to rank 0, 1, ...
    rows = np.repeat(np.arange(size), counts)
    sent = np.stack([rows, np.full(rows.size, rank)], axis=1)
    received, sizes = ranks.exchange(sent, counts)
    again, _ = ranks.exchange(sent, counts, sizes)  # which all know by now
    assert again.tolist() == received.tolist()
    ranks.barrier()
    return total, whole, received, sizes


def check_collectives(results):
    size = len(results)
    for rank, (total, whole, received, sizes) in enumerate(results):
        assert total.tolist() == [size * (size - 1) / 2, size]
        assert whole.tolist() == [number for other in range(size) for number in (other, -other)]
        assert sizes.tolist() == [rank * (other + 1) for other in range(size)]
        assert received[:, 0].tolist() == [rank] * sizes.sum()
        assert received[:, 1].tolist() == np.repeat(np.arange(size), sizes).tolist()
