"""PageRank on the operators: every vertex gathers from its in-neighbors, all in one launch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...frontier import Frontier
from ...operators import enact, neighbor_reduce

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph


class Walk(NamedTuple):
    """The problem: where the walk is, and what decides its next step."""

    ranks: Any  # V chances
    shares: Any  # V: the share of a rank per out-edge, or per unit of weight; 0 without out-edges
    contributions: Any  # V: rank times share
    weights: Any  # E, none if all edges are alike
    restart: Any  # V chances to start anew there, or one chance for every vertex


def contribution(source, neighbor, edge, walk):
    """The source's contribution to each of its neighbors."""
    return walk.contributions[np.uint64(source)]  # unsigned: no test for negative indices


def weighted_contribution(source, neighbor, edge, walk):
    """The source's contribution to this neighbor."""
    return walk.contributions[np.uint64(source)] * walk.weights[edge]


def update(vertex, sums, damping, restarts, walk, changes, stranded):
    """The vertex's new rank and contribution, and its part of the sums over all vertices."""
    start = walk.restart[vertex if walk.restart.size > 1 else 0]
    rank = damping * sums[vertex] + restarts * start
    changes[vertex] = abs(rank - walk.ranks[vertex])
    stranded[vertex] = rank if walk.shares[vertex] == 0 else 0.0
    walk.ranks[vertex] = rank
    walk.contributions[vertex] = rank * walk.shares[vertex]


def iterate(
    graph: Graph, device: Device, walk: Walk, damping: float, tolerance: float, max_iterations: int
) -> tuple[int, bool]:
    """Update the walk until it changes by less than the tolerance; returns iterations, and whether so."""
    everyone = Frontier(graph, device=device, queue_sizing=0).load_all()
    num_vertices = graph.num_vertices
    sums, changes, stranded = (device.xp.empty(num_vertices) for _ in range(3))
    functor = weighted_contribution if walk.weights.size else contribution
    at_ends = float(walk.ranks[walk.shares == 0].sum())
    converged = not num_vertices

    def step(iteration: int) -> bool:
        nonlocal at_ends, converged
        neighbor_reduce(graph, functor, walk, sums, over="in", frontier=everyone)
        restarts = 1 - damping + damping * at_ends
        device.for_each(num_vertices, update, sums, damping, restarts, walk, changes, stranded)
        at_ends = float(stranded.sum())
        converged = float(changes.sum()) < tolerance
        return converged

    return enact(step, everyone, max_iterations=max_iterations).iterations, converged


def first_step(graph: Graph, leaving: Any, weighted: bool, restart: Any) -> Walk:
    """The walk at a vertex drawn at random, each as likely."""
    xp, num_vertices = graph.device.xp, graph.num_vertices
    ranks = xp.full(num_vertices, 1 / max(1, num_vertices))
    leads_on = leaving > 0
    shares = xp.zeros(num_vertices)
    shares[leads_on] = 1 / leaving[leads_on]
    weights = graph.csr.weights if weighted else xp.empty(0)
    return Walk(ranks, shares, ranks * shares, weights, restart)
