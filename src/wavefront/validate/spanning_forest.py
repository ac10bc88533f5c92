"""Rule checks that need no oracle: is this a spanning forest of that graph, and the lightest?

SciPy finds the components. That no cycle closes and that no lighter edge was left out, one thread checks as
in Kruskal, "On the Shortest Spanning Subtree of a Graph", Proceedings of the AMS 1956: of all edges by rising
weight, then by place, the forest has those that join two trees.
"""

import numpy as np

from ..device import Cpu
from ..errors import checked_flag, checked_number
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, signed_integers


def validate_spanning_forest(
    graph: Graph,
    edges: np.ndarray,
    slots: np.ndarray,
    components: np.ndarray,
    total_weight: float,
    weighted: bool,
) -> None:
    """Check the spanning forest of an undirected graph.

    Parameters
    ----------
    edges
        (k, 2) vertex ids.
    slots
        k integers.
    components
        V integers.
    total_weight
        The sum of the weights.
    weighted
        Whether weights count.

    Raises
    ------
    ValidationError
        Naming the rule and the first edge or vertex that breaks it: (1) the slots ascend, and are those of
        edges u -> v with u < v, which `edges` has, (2) components are the graph's, numbered in the order of
        their smallest vertices, (3) each edge joins two trees of the lighter ones before it, (4) no edge that
        does so is left out, (5) the weight is the sum of the edges', or their number.
    """
    from scipy.sparse.csgraph import connected_components

    require_graph(graph)
    weighted = checked_flag("weighted", weighted)
    graph = graph.to_device("cpu")
    chosen, pairs = signed_integers("slots", slots), signed_integers("edges", edges)
    src, dst, weights = graph.coo
    _check_slots(graph, chosen, pairs)
    labels = connected_components(graph.to_scipy(), directed=False)[1] if graph.num_vertices else dst[:0]
    found = signed_integers("components", components)
    if found.shape != labels.shape:
        raise ValidationError("2", f"{found.shape} components for {labels.size} vertices")
    if (bad := np.flatnonzero(found != labels)).size:
        place = f"vertex {named(graph, bad[0])} is in component {labels[bad[0]]}"
        raise ValidationError("2", f"{place}, not {found[bad[0]]}")
    up = np.flatnonzero(src < dst)
    if weighted and weights is not None:
        up = up[np.argsort(weights[up], kind="stable")]
    joins = np.zeros(graph.num_edges, bool)
    Cpu().call(join_trees, up, src, dst, np.arange(graph.num_vertices), joins)
    is_chosen = np.zeros(graph.num_edges, bool)
    is_chosen[chosen] = True
    for rule, wrong in (("3", is_chosen & ~joins), ("4", joins & ~is_chosen)):
        if (bad := np.flatnonzero(wrong)).size:
            edge = f"edge {named(graph, src[bad[0]])} -> {named(graph, dst[bad[0]])}"
            problem = (
                "closes a cycle of edges before it" if rule == "3" else "is left out, and joins two trees"
            )
            raise ValidationError(rule, f"{edge} {problem}")
    right = float(chosen.size if not weighted or weights is None else weights[chosen].sum(dtype=np.float64))
    if np.isnan(right):  # infinite weights of both signs have no sum
        return
    total = checked_number("total_weight", total_weight, "a sum of weights", -np.inf)
    if not np.isclose(total, right, rtol=1e-9, atol=0):
        raise ValidationError("5", f"the edges weigh {right}, not {total}")


def _check_slots(graph: Graph, chosen: np.ndarray, pairs: np.ndarray) -> None:
    """Rule 1."""
    src, dst, _ = graph.coo
    if chosen.ndim != 1 or pairs.shape != (chosen.size, 2):
        raise ValidationError("1", f"{pairs.shape} ids for {chosen.shape} slots")
    before = np.concatenate([[-1], chosen])[:-1]
    if (bad := np.flatnonzero((chosen <= before) | (chosen >= graph.num_edges))).size:
        raise ValidationError("1", f"slot {chosen[bad[0]]} of {graph.num_edges} comes after {before[bad[0]]}")
    ends = np.stack((src[chosen], dst[chosen]), axis=1)
    wrong = (ends != pairs).any(axis=1) | (ends[:, 0] >= ends[:, 1])
    if (bad := np.flatnonzero(wrong)).size:
        there, right = pairs[bad[0]].tolist(), ends[bad[0]].tolist()
        raise ValidationError("1", f"edge {there} is not that of slot {chosen[bad[0]]}, {right}")


def join_trees(order, src, dst, roots, joins):
    """Note which edges, taken in order, join two trees."""
    for place in range(order.size):
        one, other = np.int64(src[order[place]]), np.int64(dst[order[place]])
        while roots[one] != one:
            roots[one] = roots[roots[one]]
            one = roots[one]
        while roots[other] != other:
            roots[other] = roots[roots[other]]
            other = roots[other]
        joins[order[place]] = one != other
        roots[max(one, other)] = min(one, other)
