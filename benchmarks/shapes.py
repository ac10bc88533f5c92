"""The generated graphs of the corpus: shapes that break searches tuned to one family.

Each is a function of `scale`, the binary logarithm of about the number of vertices, and of nothing else:
random ones have a fixed seed. The docstrings say the parameters at scale 20.
"""

from collections.abc import Callable

import numpy as np
from named_graphs import NAMED, SEED, undirected

import wavefront as wf
from wavefront import generators


def chained(ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Edges from each of these vertices to the next."""
    return ends[:-1], ends[1:]


def joined(*pieces: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    src, dst = zip(*pieces, strict=True)
    return np.concatenate(src), np.concatenate(dst)


def clique(size: int) -> tuple[np.ndarray, np.ndarray]:
    return np.triu_indices(size, 1)


def power_law(scale: int) -> wf.Graph:
    """2^20 vertices, 7.5 times as many edges: one end uniform, the other at floor(V u^6), u uniform."""
    rng, count = np.random.default_rng(SEED), 1 << scale
    edges = 15 * count // 2
    heads = (count * rng.random(edges) ** 6).astype(np.int64)
    return undirected(rng.integers(count, size=edges), heads, count)


def hub_chain(scale: int) -> wf.Graph:
    """64 hubs in a row, 2^20 / 64 leaves each."""
    leaves = (1 << scale) // 64
    hubs = np.arange(64)
    rest = np.arange(64, 64 * (leaves + 1))
    return undirected(*joined(chained(hubs), (np.repeat(hubs, leaves), rest)), rest.size + 64)


def clique_with_tail(scale: int) -> wf.Graph:
    """A clique of 2 sqrt(V) = 2048 vertices, and a path of 2^18 from one of them."""
    size, tail = 2 << scale // 2, 1 << scale - 2
    return undirected(*joined(clique(size), chained(np.arange(size - 1, size + tail))), size + tail)


def path_then_star(scale: int) -> wf.Graph:
    """A path of 2^17 vertices whose last is joined to 2^20 leaves."""
    length, leaves = 1 << scale - 3, 1 << scale
    star = np.full(leaves, length - 1), np.arange(length, length + leaves)
    return undirected(*joined(chained(np.arange(length)), star), length + leaves)


def comet(scale: int) -> wf.Graph:
    """A star of 2^18 leaves whose center is the end of a path of 2^20 vertices."""
    length, leaves = 1 << scale, 1 << scale - 2
    star = np.zeros(leaves, np.int64), np.arange(length, length + leaves)
    return undirected(*joined(chained(np.arange(length)), star), length + leaves)


def two_cliques(scale: int) -> wf.Graph:
    """Two cliques of 2 sqrt(V) = 2048 vertices, joined by one edge."""
    size = 2 << scale // 2
    src, dst = clique(size)
    bridge = np.array([0]), np.array([size])
    return undirected(*joined((src, dst), (src + size, dst + size), bridge), 2 * size)


def lollipops(scale: int) -> wf.Graph:
    """256 cliques of 64 vertices on a ring, 64 path vertices between one and the next."""
    count = max(2, (1 << scale) >> 12)
    src, dst = clique(64)
    first = 128 * np.arange(count)[:, None]
    paths = first + np.arange(63, 128), first + np.arange(64, 129)
    cliques = (first + src).ravel(), (first + dst).ravel()
    return undirected(*joined(cliques, tuple(ends.ravel() % (128 * count) for ends in paths)), 128 * count)


def binary_tree(scale: int) -> wf.Graph:
    """2^20 - 1 vertices; the parent of v is (v - 1) // 2."""
    children = np.arange(1, (1 << scale) - 1)
    return undirected((children - 1) // 2, children, (1 << scale) - 1)


def caterpillar(scale: int) -> wf.Graph:
    """A path of 2^17 vertices with seven leaves each."""
    length = 1 << scale - 3
    spine, leaves = np.arange(length), np.arange(length, 8 * length)
    return undirected(*joined(chained(spine), (np.repeat(spine, 7), leaves)), 8 * length)


def broom(scale: int) -> wf.Graph:
    """1024 paths of 1024 vertices that begin at one vertex."""
    paths = 1 << scale // 2
    length = (1 << scale) // paths
    ids = 1 + np.arange(paths * length).reshape(paths, length)
    first = np.zeros(paths, np.int64), ids[:, 0]
    return undirected(*joined((ids[:, :-1].ravel(), ids[:, 1:].ravel()), first), paths * length + 1)


def bottlenecks(scale: int, wide: int = 4095) -> wf.Graph:
    """Levels of 1 and of 4095 vertices in turns, each joined to all of the next: 256 times."""
    times = max(2, (1 << scale) // (wide + 1))
    hubs = (wide + 1) * np.arange(times + 1)
    leaves = (hubs[:-1, None] + np.arange(1, wide + 1)).ravel()
    before, after = np.repeat(hubs[:-1], wide), np.repeat(hubs[1:], wide)
    return undirected(*joined((before, leaves), (leaves, after)), int(hubs[-1]) + 1)


def road_like(scale: int) -> wf.Graph:
    """A grid of 1024 x 1024 that keeps 70 % of its edges at random: mean degree 2.8, many dead ends."""
    side = 1 << scale // 2
    graph = generators.grid(side, side)
    src, dst, _ = graph.coo
    kept = (src < dst) & (np.random.default_rng(SEED).random(src.size) < 0.7)
    return undirected(src[kept], dst[kept], graph.num_vertices)


def geometric(scale: int) -> wf.Graph:
    """2^20 points in a square, joined to those within the distance that gives a mean degree of 8."""
    from scipy.spatial import cKDTree

    count = 1 << scale
    points = np.random.default_rng(SEED).random((count, 2))
    pairs = cKDTree(points).query_pairs(np.sqrt(8 / (np.pi * count)), output_type="ndarray")
    return undirected(pairs[:, 0], pairs[:, 1], count)


def mesh(scale: int) -> wf.Graph:
    """A grid of about 101^3 cells."""
    side = round((1 << scale) ** (1 / 3))
    return generators.grid(side, side, side)


def shuffled_grid(scale: int) -> wf.Graph:
    """The grid of 1024 x 1024 with its ids in random order: no locality."""
    side = 1 << scale // 2
    src, dst, _ = generators.grid(side, side).coo
    order = np.random.default_rng(SEED).permutation(side * side)
    once = src < dst
    return undirected(order[src[once]], order[dst[once]], side * side)


def bipartite(scale: int) -> wf.Graph:
    """2^18 vertices on one side, 2^20 on the other, two edges from each of these, skewed as `power_law`."""
    rng, left, right = np.random.default_rng(SEED), 1 << scale - 2, 1 << scale
    heads = (left * rng.random(2 * right) ** 3).astype(np.int64)
    return undirected(heads, left + np.repeat(np.arange(right), 2), left + right)


def web_like(scale: int) -> wf.Graph:
    """Directed: 2^20 pages, 8 links each, most to pages nearby (exponential, mean 64), one to a hub."""
    rng, count = np.random.default_rng(SEED), 1 << scale
    src = np.repeat(np.arange(count), 8)
    step = np.ceil(rng.exponential(64, src.size)).astype(np.int64) * rng.choice([-1, 1], src.size)
    dst = (src + step) % count
    dst[::8] = (count * rng.random(count) ** 8).astype(np.int64)
    return wf.Graph.from_edges(src, dst, count)


def one_way_kronecker(scale: int) -> wf.Graph:
    """Kronecker 18, each edge in the direction in which it was drawn first."""
    src, dst, _ = generators.kronecker(scale - 2, seed=SEED).coo
    once = src < dst
    swap = np.random.default_rng(SEED).random(int(once.sum())) < 0.5
    low, high = src[once], dst[once]
    return wf.Graph.from_edges(np.where(swap, low, high), np.where(swap, high, low), 1 << scale - 2)


def layered_dag(scale: int) -> wf.Graph:
    """Directed: 256 layers of 4096 vertices, four edges from each vertex to the next layer."""
    layers = 256
    width = max(1, (1 << scale) // layers)
    src = np.repeat(np.arange((layers - 1) * width), 4)
    rng = np.random.default_rng(SEED)
    return wf.Graph.from_edges(src, (src // width + 1) * width + rng.integers(width, size=src.size))


def long_cycle_one_way(scale: int) -> wf.Graph:
    """Directed: a cycle of 2^18 vertices."""
    ids = np.arange(1 << scale - 2)
    return wf.Graph.from_edges(ids, np.roll(ids, -1))


def islands(scale: int) -> wf.Graph:
    """2^16 components of 16 vertices each, cycles."""
    ids = np.arange(1 << scale).reshape(-1, 16)
    return undirected(ids.ravel(), np.roll(ids, -1, axis=1).ravel(), 1 << scale)


def mostly_alone(scale: int) -> wf.Graph:
    """Kronecker 16 among 2^20 vertices, of which the others have no edge."""
    src, dst, _ = generators.kronecker(scale - 4, seed=SEED).coo
    once = src < dst
    return undirected(16 * src[once].astype(np.int64), 16 * dst[once].astype(np.int64), 1 << scale)


def random_regular(scale: int) -> wf.Graph:
    """2^20 vertices of degree about 3: three random perfect matchings."""
    rng, count = np.random.default_rng(SEED), 1 << scale
    ends = np.concatenate([rng.permutation(count).reshape(-1, 2) for _ in range(3)])
    return undirected(ends[:, 0], ends[:, 1], count)


def tiny(size: int) -> Callable[[int], wf.Graph]:
    """A random tree of so many vertices and as many edges more, whatever the scale."""

    def make(scale: int) -> wf.Graph:
        rng = np.random.default_rng(SEED)
        children = np.arange(1, size)
        parents = (children * rng.random(children.size)).astype(np.int64)
        more = rng.integers(size, size=(2, size))
        return undirected(*joined((parents, children), (more[0], more[1])), size)

    return make


def uniform(scale: int) -> wf.Graph:
    return generators.uniform(1 << scale, 16 << scale, seed=SEED)


def square_grid(side: float) -> Callable[[int], wf.Graph]:
    return lambda scale: generators.grid(*[round(side * 2 ** (scale / 2))] * 2)


SHAPES: dict[str, Callable[[int], wf.Graph]] = {
    "kronecker small": lambda scale: generators.kronecker(scale - 4, seed=SEED),
    "kronecker": lambda scale: generators.kronecker(scale - 2, seed=SEED),
    "kronecker large": lambda scale: generators.kronecker(scale, seed=SEED),
    "uniform small": lambda scale: uniform(scale - 4),
    "uniform": lambda scale: uniform(scale - 2),
    "uniform large": uniform,
    "grid small": square_grid(1 / 4),
    "grid": square_grid(1),
    "grid large": square_grid(3),
    "power law": power_law,
    "hub chain": hub_chain,
    "clique with tail": clique_with_tail,
    "path then star": path_then_star,
    "comet": comet,
    "two cliques": two_cliques,
    "lollipops": lollipops,
    "binary tree": binary_tree,
    "caterpillar": caterpillar,
    "broom": broom,
    "bottlenecks": bottlenecks,
    "road-like": road_like,
    "geometric": geometric,
    "mesh": mesh,
    "shuffled grid": shuffled_grid,
    "bipartite": bipartite,
    "small world": lambda scale: generators.small_world(1 << scale, 10, 0.05, seed=SEED),
    "random regular": random_regular,
    "star": lambda scale: generators.star(1 << scale),
    "path": lambda scale: generators.path(1 << scale - 3),
    "complete": lambda scale: generators.complete(2 << scale // 2),
    "islands": islands,
    "mostly alone": mostly_alone,
    "web-like, directed": web_like,
    "kronecker, one way": one_way_kronecker,
    "layers, directed": layered_dag,
    "cycle, one way": long_cycle_one_way,
    "5 vertices": tiny(5),
    "10 vertices": tiny(10),
    "100 vertices": tiny(100),
    "1000 vertices": tiny(1000),
    "10000 vertices": tiny(10_000),
    **NAMED,
}
# Ten that differ most from one another.
QUICK = [
    "kronecker",
    "uniform",
    "grid",
    "power law",
    "hub chain",
    "clique with tail",
    "path then star",
    "road-like",
    "bipartite",
    "100 vertices",
]
