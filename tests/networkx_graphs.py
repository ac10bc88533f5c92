"""Random NetworkX graphs of every kind, with weights of every kind."""

import math

import networkx as nx
import numpy as np
from hypothesis import strategies as st

KINDS = nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph
NODES = [3, 0, "a", (1, 2), 2.5, frozenset([4]), b"b", 1, -7, 10**30, 2, 5]  # some can't be compared
WEIGHTS = {
    "none": st.just({}),
    "integers": st.fixed_dictionaries({}, optional={"weight": st.integers(0, 4)}),
    "floats": st.fixed_dictionaries({"weight": st.sampled_from([0.0, 0.1, 0.2, 0.3, 1.0, math.inf])}),
    "hidden": st.fixed_dictionaries({}, optional={"weight": st.sampled_from([None, 1, 2])}),
    "negative": st.fixed_dictionaries({"weight": st.integers(-1, 9)}),
    "mixed": st.fixed_dictionaries({"weight": st.sampled_from([1, 2, 0.5, 0.25])}),
    "of NumPy": st.fixed_dictionaries({"weight": st.sampled_from([np.float64(1), np.float64(0.1)])}),
}


@st.composite
def graphs(draw):
    """A graph of up to 12 nodes, with self-loops and parallel edges where its kind has them.

    A third are without cycles.
    """
    graph = draw(st.sampled_from(KINDS))()
    is_acyclic = draw(st.integers(0, 2)) == 0
    nodes = draw(st.lists(st.sampled_from(NODES), unique=True, max_size=len(NODES)))
    graph.add_nodes_from(nodes)
    if nodes:
        data = WEIGHTS[draw(st.sampled_from(sorted(WEIGHTS)))]
        node = st.sampled_from(nodes)
        edges = draw(st.lists(st.tuples(node, node, data), max_size=40))
        if is_acyclic:
            place = {each: number for number, each in enumerate(nodes)}
            edges = [edge for edge in edges if place[edge[0]] < place[edge[1]]]
        graph.add_edges_from(edges)
    return graph
