"""Rule checks that need no oracle: did label propagation on that graph converge?"""

import numpy as np

from ..errors import checked_flag
from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, whole_numbers


def validate_label_propagation(graph: Graph, communities: np.ndarray, *, converged: bool = True) -> None:
    """Check the communities that label propagation found in an undirected graph.

    Parameters
    ----------
    communities
        V integers.
    converged
        Whether the labels had stopped changing; if not, only rule 1 is checked.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) the communities are numbered from 0 up
        without gaps, one per vertex, (2) no community is more frequent among a vertex's neighbors than the
        vertex's own.
    """
    require_graph(graph)
    converged = checked_flag("converged", converged)
    graph = graph.to_device("cpu")
    communities = whole_numbers("communities", communities, graph)
    names = np.unique(communities)
    if (gaps := np.flatnonzero(names != np.arange(names.size))).size:
        v = np.flatnonzero(communities == names[gaps[0]])[0]
        problem = f"vertex {named(graph, v)} has community {names[gaps[0]]}, but none has {gaps[0]}"
        raise ValidationError("1", problem)
    if converged:
        _check_frequencies(graph, communities)


def _check_frequencies(graph: Graph, communities: np.ndarray) -> None:
    src, dst, _ = graph.coo
    others = src != dst
    votes = np.stack([src[others], communities[dst[others]]])
    (voters, wanted), counts = np.unique(votes, axis=1, return_counts=True)
    most, own = np.zeros((2, graph.num_vertices), np.int64)
    np.maximum.at(most, voters, counts)
    is_own = wanted == communities[voters]
    own[voters[is_own]] = counts[is_own]
    if (bad := np.flatnonzero(own < most)).size:
        v = bad[0]
        found = f"{own[v]} neighbors of its own community, {most[v]} of another"
        problem = f"vertex {named(graph, v)} has {found}"
        raise ValidationError("2", problem)
