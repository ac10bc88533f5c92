"""Graphs for the centralities of distances, as ours and as NetworkX's."""

import networkx as nx
from hypothesis import strategies as st

import wavefront as wf

NUM_VERTICES = 14
EDGE = st.tuples(st.integers(0, NUM_VERTICES - 1), st.integers(0, NUM_VERTICES - 1))
EDGES = st.lists(EDGE, max_size=40)  # with self-loops, parallel edges and vertices without edges


def both(edges, directed):
    """The graph of these edges, as ours and as NetworkX's."""
    theirs = (nx.DiGraph if directed else nx.Graph)(edges)
    theirs.add_nodes_from(range(NUM_VERTICES))
    src, dst = [u for u, _ in edges], [v for _, v in edges]
    return wf.Graph.from_edges(src, dst, NUM_VERTICES, directed=directed), theirs
