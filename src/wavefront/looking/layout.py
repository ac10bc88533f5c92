"""Where vertices stand: small graphs in columns by level, larger ones by distance.

By distance: stress majorization, E. R. Gansner, Y. Koren, S. North, "Graph drawing by stress majorization",
2004, with weights of distance to the power of -2, in its local form: every vertex moves to the mean of the
places that its distances to all others would give it.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import shortest_path

from ..graph import Graph
from ..measure.drawing.placement import placed

MOST_IN_COLUMNS = 40  # vertices; and edges, below
MOST_EDGES_IN_COLUMNS = 160
SPACING = 62.0  # pixels between neighbors
ROUNDS = 120
APART = 34.0  # pixels between any two vertices, if a few rounds can bring it about
ROUNDS_APART = 60
PIXELS = 1  # decimals


def layout(graph: Graph, names: list[str], levels: np.ndarray) -> dict[str, object]:
    """Each vertex's place, and how far the middle of each edge that bends lies beside the straight line."""
    src, dst = graph.coo.src.tolist(), graph.coo.dst.tolist()
    if graph.num_vertices <= MOST_IN_COLUMNS and graph.num_edges <= MOST_EDGES_IN_COLUMNS:
        found = placed(list(names), levels.tolist(), set(zip(src, dst, strict=True)))
        at = found.at
        bends = [
            [
                *pair,
                *(round(bend[axis] - (at[pair[0]][axis] + at[pair[1]][axis]) / 2, PIXELS) for axis in (0, 1)),
            ]
            for pair, bend in found.bends.items()
        ]
        curved = [row for row in bends if row[2] or row[3]]
        return {"at": [[round(x, PIXELS), round(y, PIXELS)] for x, y in at], "bends": curved}
    return {"at": by_distance(graph).round(PIXELS).tolist(), "bends": []}


def by_distance(graph: Graph) -> np.ndarray:
    """V x 2 float64: places whose distances are those in the graph, taken as undirected, as far as can be."""
    size = graph.num_vertices
    ones = np.ones(graph.num_edges)
    links = csr_array((ones, (graph.coo.src, graph.coo.dst)), shape=(size, size))
    distances = shortest_path(links, directed=False, unweighted=True)
    far = distances[np.isfinite(distances)].max()
    distances[~np.isfinite(distances)] = far + 1.5  # parts of the graph stand side by side
    np.fill_diagonal(distances, 1.0)
    weights = distances**-2.0
    np.fill_diagonal(weights, 0.0)
    weights /= weights.sum(axis=1, keepdims=True)
    places = np.random.default_rng(0).normal(size=(size, 2)) * far / 2
    for _ in range(ROUNDS):
        gaps = places[:, None] - places[None]
        lengths = np.maximum(np.sqrt(np.square(gaps).sum(axis=2)), 1e-9)
        wanted = places[None] + gaps * (distances / lengths)[..., None]
        places = (weights[..., None] * wanted).sum(axis=1)
    places = _apart(SPACING * places)
    return np.asarray(places - places.min(axis=0))


def _apart(places: np.ndarray) -> np.ndarray:
    """The places with vertices that are too close moved away from one another."""
    for _ in range(ROUNDS_APART):
        gaps = places[:, None] - places[None]
        lengths = np.maximum(np.sqrt(np.square(gaps).sum(axis=2)), 1e-9)
        missing = np.maximum(APART - lengths, 0.0)
        np.fill_diagonal(missing, 0.0)
        places = places + (gaps * (missing / lengths / 2)[..., None]).sum(axis=1) / 2
    return places
