"""Rule checks that need no oracle: are these the biconnected components of that graph?

Two edges are in one component if a chain of cycles joins them, each of one edge that isn't in a spanning
forest and of the path in the forest between its ends: Tarjan and Vishkin, "An Efficient Parallel
Biconnectivity Algorithm", SIAM Journal on Computing 1985, lemma 2. SciPy finds a forest. One thread then
merges the edges of each such path, and skips what was merged before: O(E) steps, nearly.
"""

import numpy as np

from ..device import Cpu
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, signed_integers


def validate_biconnected(
    graph: Graph, edge_components: np.ndarray, memberships: np.ndarray, bridges: np.ndarray
) -> None:
    """Check the biconnected component of each edge of an undirected graph.

    Parameters
    ----------
    edge_components
        E integers, in the order of `csr`.
    memberships
        V integers.
    bridges
        (k, 2) vertex ids.

    Raises
    ------
    ValidationError
        Naming the rule and the first edge or vertex that breaks it: (1) there is one component per stored
        edge, -1 for self-loops alone, and components are numbered from 0 in the order of their first edges,
        (2) edges of one cycle are in one component, (3) edges of a component are joined by cycles, (4) a
        vertex is a member of as many components as its edges are in, (5) the bridges are the components of
        one edge, from the lower to the higher end, ascending.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    found = signed_integers("edge_components", edge_components)
    members, pairs = signed_integers("memberships", memberships), signed_integers("bridges", bridges)
    src, dst, _ = graph.coo
    _check_numbers(graph, found)
    expected = _expected(graph)
    if (bad := np.flatnonzero(found != expected)).size:
        first = bad[0]
        edge = f"edge {named(graph, src[first])} -> {named(graph, dst[first])}"
        if expected[first] < found[first]:
            number = f"{found[first]}, and is on a cycle with component {expected[first]}"
            raise ValidationError("2", f"{edge} has component {number}")
        raise ValidationError("3", f"{edge} has component {found[first]}, and is on no cycle with it")
    edges = found >= 0
    if members.shape != (graph.num_vertices,):
        raise ValidationError("4", f"{members.shape} memberships for {graph.num_vertices} vertices")
    each = np.unique(np.stack((src[edges], found[edges]), axis=1), axis=0)[:, 0]
    counts = np.bincount(each, minlength=graph.num_vertices)
    if (bad := np.flatnonzero(members != counts)).size:
        v = bad[0]
        raise ValidationError("4", f"vertex {named(graph, v)} is in {counts[v]} components, not {members[v]}")
    _check_bridges(graph, found, pairs)


def _check_numbers(graph: Graph, found: np.ndarray) -> None:
    src, dst, _ = graph.coo
    if found.shape != src.shape:
        raise ValidationError("1", f"{found.shape} components for {src.size} edges")
    most_before = np.maximum.accumulate(np.concatenate([[-1], found]))[:-1]
    wrong = (found < -1) | ((found == -1) != (src == dst)) | (found > most_before + 1)
    if (bad := np.flatnonzero(wrong)).size:
        edge = f"edge {named(graph, src[bad[0]])} -> {named(graph, dst[bad[0]])}"
        raise ValidationError(
            "1", f"{edge} has component {found[bad[0]]}, after at most {most_before[bad[0]]}"
        )


def _check_bridges(graph: Graph, found: np.ndarray, pairs: np.ndarray) -> None:
    src, dst, _ = graph.coo
    up = (np.bincount(found[found >= 0], minlength=1)[found] == 2) & (src < dst)
    expected = np.stack((src[up], dst[up]), axis=1)
    if pairs.shape != expected.shape:
        raise ValidationError("5", f"{pairs.shape} ids for {len(expected)} bridges")
    if (bad := np.flatnonzero((pairs != expected).any(axis=1))).size:
        there, right = pairs[bad[0]].tolist(), [named(graph, vertex) for vertex in expected[bad[0]]]
        raise ValidationError("5", f"bridge {bad[0]} is {there}, not {right[0]} -> {right[1]}")


def _expected(graph: Graph) -> np.ndarray:
    """The numbered component of each edge, from the cycles of a forest of SciPy's."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    src, dst, _ = graph.coo
    count = graph.num_vertices
    if not count:
        return np.empty(0, np.int64)
    _, labels = connected_components(graph.to_scipy(), directed=False)
    firsts = np.unique(labels, return_index=True)[1]
    rows = np.concatenate([src, np.full(firsts.size, count, src.dtype)])
    columns = np.concatenate([dst, firsts.astype(dst.dtype)])
    edges = csr_array((np.ones(rows.size, np.int8), (rows, columns)), shape=(count + 1, count + 1))
    order, parents = breadth_first_order(edges, count)
    depths, groups, tops = np.zeros(count + 1, np.int64), np.arange(count + 1), parents.astype(np.int64)
    Cpu().call(merge_cycles, order, parents, src, dst, depths, groups, tops)
    lower = np.where(depths[src] > depths[dst], src, dst)
    roots = np.where(src == dst, -1, groups[lower])
    numbers, first = np.unique(roots, return_index=True)
    is_real = numbers >= 0
    ranks = np.full(count + 2, -1)  # also of -1, the last
    ranks[numbers[is_real][np.argsort(first[is_real])]] = np.arange(is_real.sum())
    return ranks[roots]


def merge_cycles(order, parents, src, dst, depths, groups, tops):
    """Give the edges from vertices to their parents one group for all that a cycle joins, by one thread.

    A vertex stands for the edge to its parent. `tops` has the upper end of the uppermost edge of a group.
    """
    for place in range(1, order.size):
        depths[order[place]] = depths[parents[order[place]]] + 1
    for edge in range(src.size):
        one, other, last = np.int64(src[edge]), np.int64(dst[edge]), np.int64(-1)
        while one != other:
            if depths[one] < depths[other]:
                one, other = other, one
            group = groups[one]
            while groups[group] != group:
                groups[group] = groups[groups[group]]
                group = groups[group]
            one = tops[group]
            if last < 0:
                last = group
            elif group != last:
                groups[group] = last
                if depths[one] < depths[tops[last]]:
                    tops[last] = one
    for vertex in range(groups.size):
        root = groups[vertex]
        while groups[root] != root:
            root = groups[root]
        groups[vertex] = root
