"""Results of NetworkX and of the backend, and whether they are equal."""

import math
import warnings
from collections import Counter
from collections.abc import ValuesView

import networkx as nx
import numpy as np
from networkx_graphs import NODES

IS_OLD = nx.__version__.startswith(("3.4", "3.5"))  # some dictionaries were in another order


def outcome(function, *args, **kwargs):
    """What a call gives, with iterators as lists, or its error: the class and the text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # NetworkX 3.4 warns of calls of its own
            found = function(*args, **kwargs)
        return list(found) if hasattr(found, "__next__") or isinstance(found, ValuesView) else found
    except NotImplementedError as error:
        return None if type(error) is NotImplementedError else (type(error), str(error))
    except Exception as error:
        return type(error), str(error)


def is_same(one, other):
    """Whether two results are equal in values, types and order; sums may differ in the last bits."""
    if isinstance(one, float) and type(other) is float:
        return one == other or math.isclose(one, other, rel_tol=1e-12) or (one != one and other != other)
    if isinstance(one, nx.Graph):
        return type(one) is type(other) and all(
            is_same(values(one), values(other))
            for values in (
                lambda graph: list(graph.nodes(data=True)),
                lambda graph: list(graph.edges(data=True)),
            )
        )
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, Counter):  # NetworkX counts in the order of a set
        return one == other
    if isinstance(one, dict) and IS_OLD:
        return one.keys() == other.keys() and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, dict):
        return is_same(list(one.items()), list(other.items()))
    if isinstance(one, list | tuple) and one not in NODES:
        return len(one) == len(other) and all(map(is_same, one, other))
    return one == other


def is_refused(expected):
    """Whether NetworkX refuses this kind of graph, before it asks a backend."""
    return (
        isinstance(expected, tuple) and expected[:1] == (nx.NetworkXNotImplemented,) and "type" in expected[1]
    )
