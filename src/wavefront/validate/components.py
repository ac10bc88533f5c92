"""Rule checks that need no oracle: are these the connected components of that graph?

Sets of vertices are the components if each set is connected, and no edge (for strong ones no cycle) joins
two sets. SciPy follows the connections, in one search that starts at the first vertex of each component.
"""

import numpy as np

from ..errors import require_one_of
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, signed_integers


def validate_components(graph: Graph, components: np.ndarray, kind: str = "weak") -> None:
    """Check the weak or strong component of each vertex.

    Parameters
    ----------
    components
        V integers.
    kind
        "weak" or "strong".

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex or edge that breaks it: (1) there is one component per vertex,
        and components are numbered from 0 in the order of their smallest vertices, (2) no edge joins two
        weak components, and no cycle two strong ones, (3) within a component, the smallest vertex reaches
        every vertex, (4) and, in a strong component, every vertex reaches the smallest.
    """
    require_graph(graph)
    require_one_of("kind", kind, ("weak", "strong"))
    graph = graph.to_device("cpu")
    components = signed_integers("components", components)
    firsts = _checked_numbers(graph, components)
    src, dst, _ = graph.coo
    joins = components[src] != components[dst]
    strong = kind == "strong" and graph.directed
    if joins.any():
        u, v = src[joins][0], dst[joins][0]
        if not strong:
            edge = f"edge {named(graph, u)} -> {named(graph, v)}"
            raise ValidationError("2", f"{edge} joins components {components[u]} and {components[v]}")
        _check_no_cycle(components[src[joins]], components[dst[joins]], firsts.size)
    within, onto = src[~joins], dst[~joins]
    if not strong:
        within, onto = np.concatenate([within, onto]), np.concatenate([onto, within])
    _check_reached("3", "from", graph, components, firsts, within, onto)
    if strong:
        _check_reached("4", "to", graph, components, firsts, onto, within)


def _checked_numbers(graph: Graph, components: np.ndarray) -> np.ndarray:
    """Check rule 1. Returns the smallest vertex of each component."""
    if components.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{components.shape} components for {graph.num_vertices} vertices")
    if (bad := np.flatnonzero(components < 0)).size:
        raise ValidationError("1", f"vertex {named(graph, bad[0])} has component {components[bad[0]]}")
    most_before = np.maximum.accumulate(np.concatenate([[-1], components]))[:-1]
    if (bad := np.flatnonzero(components > most_before + 1)).size:
        v = bad[0]
        begun = f"vertex {named(graph, v)} begins component {components[v]}"
        raise ValidationError("1", f"{begun}, not {most_before[v] + 1}")
    return np.flatnonzero(components > most_before)


def _check_no_cycle(src: np.ndarray, dst: np.ndarray, count: int) -> None:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    edges = csr_array((np.ones(src.size, np.int8), (src, dst)), shape=(count, count))
    found, joined = connected_components(edges, connection="strong")
    if found < count:
        sizes = np.bincount(joined)
        cycle = np.flatnonzero(sizes[joined] > 1)
        raise ValidationError("2", f"a cycle joins components {cycle[0]} and {cycle[1]}, perhaps more")


def _check_reached(
    rule: str,
    word: str,
    graph: Graph,
    components: np.ndarray,
    firsts: np.ndarray,
    src: np.ndarray,
    dst: np.ndarray,
) -> None:
    """Rules 3 and 4: a search from an extra vertex, joined to all first vertices, reaches every vertex."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    start = components.size
    rows = np.concatenate([src, np.full(firsts.size, start, src.dtype)])
    columns = np.concatenate([dst, firsts.astype(dst.dtype)])
    edges = csr_array((np.ones(rows.size, np.int8), (rows, columns)), shape=(start + 1, start + 1))
    reached = np.zeros(start + 1, bool)
    reached[breadth_first_order(edges, start, return_predecessors=False)] = True
    if (bad := np.flatnonzero(~reached)).size:
        v = bad[0]
        place = f"vertex {named(graph, v)} is in component {components[v]}"
        first = named(graph, firsts[components[v]])
        raise ValidationError(rule, f"{place}: no path {word} vertex {first}")
