"""PageRank by NumPy, iteration for iteration as ranks on GPUs take it, for contributions of either type."""

import numpy as np

from wavefront.algorithms.pagerank.semi_iteration import GIVEN_UP, grows, is_slow, next_weight


def walk(graph, dtype, damping=0.85, tolerance=1e-6, limit=100):
    """Ranks in order of id, how many iterations there were, and whether they converged."""
    (src, dst, _), degrees, count = graph.coo, np.asarray(graph.out_degrees), graph.num_vertices

    def contributed(ranks):
        """Of each rank, along each edge."""
        return np.where(degrees > 0, dtype(ranks / np.maximum(degrees, 1)), 0.0)

    ranks = earlier = np.full(count, 1 / count)
    iterations, converged, weight, last, before = 0, False, 0.0, 0.0, 0.0
    while iterations < limit and not converged:
        passed_on = contributed(ranks)
        rest = (ranks - degrees * passed_on).sum()
        after = damping * np.bincount(dst, passed_on[src], count) + (1 - damping + damping * rest) / count
        change = abs(after - ranks).sum()
        iterations, converged = iterations + 1, change < tolerance
        if weight > 0 and converged:
            break  # the ranks from which the step started are the result
        if weight > 0 and grows(change, last):
            weight = GIVEN_UP
        elif weight > 0:
            weight = next_weight(weight, damping)
            earlier = np.where(degrees > 0, degrees * contributed(earlier), earlier)
            after = weight * (after - earlier) + earlier
        elif not (weight or graph.directed):
            weight = float(is_slow(change, last, before, tolerance, damping))
            last, before = change, last
        earlier, ranks = ranks, after
    if weight:
        ranks = np.maximum(ranks, 0) / np.maximum(ranks, 0).sum()
    return ranks, iterations, bool(converged)
