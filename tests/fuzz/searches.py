"""Random graphs: written and read back in a format, and searched, against the plain-Python reference."""

import pickle
import random

import nasty
import numpy as np
import reference

import wavefront as wf
from wavefront.io import SUFFIXES
from wavefront.io.files import EDGES_ONLY

NAMES = [(suffix, format) for suffix, format in SUFFIXES.items() if format != "parquet"]
NAMES += [(".gr", "galois"), (".csv.gz", "edges"), (".mtx.gz", "mtx"), (".graphml.gz", "graphml")]
STRATEGIES = ["auto", "push", "pull", "sequential", "frontier_queue"]


def random_graph(draw):
    """Multigraph of up to 12 vertices of any kind."""
    size = draw.randrange(13)
    count = draw.randrange(3 * size + 1)
    src, dst = (np.array([draw.randrange(size) for _ in range(count)], int) for _ in range(2))
    labels = values = None
    kind = draw.randrange(5)
    if kind == 0:
        labels = draw.sample(range(-20, 40), size)
    elif kind in (1, 2):
        most = nasty.LABELS[:-3] if draw.random() < 0.9 else nasty.LABELS  # the last are very long
        labels = draw.sample(most, size)
    if draw.random() < 0.5:
        values = [
            draw.choice(nasty.WEIGHTS) if draw.random() < 0.1 else draw.randrange(9) for _ in range(count)
        ]
    return wf.Graph.from_edges(src, dst, size, values, directed=draw.random() < 0.5, labels=labels)


def round_trip(graph, folder, draw):
    """Check that the graph comes back, if it may be written: whether it may."""
    suffix, format = draw.choice(NAMES)
    found = nasty.read_back(graph, folder / f"graph{suffix}", format)
    if found is not None:
        nasty.assert_same_content(found, graph, format)
        if format not in EDGES_ONLY:
            found.csr  # noqa: B018
    return found is not None


def search(graph, draw):
    """Check a search and the components against the reference."""
    edges = list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    if not graph.num_vertices:
        return
    source = draw.randrange(graph.num_vertices)
    result = wf.bfs(graph, source, strategy=draw.choice(STRATEGIES), device="cpu")
    assert result.levels.tolist() == reference.bfs_levels(graph.num_vertices, edges, [source])
    wf.validate_bfs(graph, source, result.levels, result.predecessors)
    if draw.random() < 0.3:
        weak = wf.connected_components(graph, device="cpu").components.tolist()
        assert first_of(weak) == first_of(reference.weak_components(graph.num_vertices, edges))
    weights = graph.coo.weights
    if weights is not None and weights.size and (weights >= 0).all() and weights.max() < 2**40:
        rows = [(*edge, weight) for edge, weight in zip(edges, weights.tolist(), strict=True)]
        expected = reference.shortest_distances(graph.num_vertices, rows, source)
        found = wf.sssp(graph, source, device="cpu").distances
        if found.dtype.kind == "i":
            expected = np.where(np.isinf(expected), -1, expected)
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def first_of(components):
    """Each vertex's component, named by its first vertex."""
    return [components.index(component) for component in components]


class Searches:
    """Random graphs, one after another."""

    def __init__(self, folder, seed):
        self.folder = folder
        self.draw = random.Random(seed)
        self.last = {}

    def step(self):
        """Try one graph: whether a file could hold it."""
        graph = random_graph(self.draw)
        self.last = {"graph.pickle": pickle.dumps(graph)}
        search(graph, self.draw)
        return round_trip(graph, self.folder, self.draw)
