"""Generated graphs: random ones, regular ones, the small ones of PMPP 4e, chapter 15; and mazes.

A seed gives the same graph on every machine and with any number of threads. Parallel edges and
self-loops are kept if a model makes them; ``Graph.simplified()`` drops them.
"""

import numpy as np

from .device import Device, get_device, working_on
from .device.memory import require_memory
from .errors import InputError, checked_flag, checked_integer, checked_number
from .graph import Graph
from .graph.arrays import index_dtype
from .graph.edges import as_array
from .graph.random_edges import kronecker_ends, seeded, uniform_end

_MAX_SCALE = 62  # so that ids and counts fit int64

_REDRAWS = 64  # most draws of a new end for a rewired edge of a small world


def kronecker(
    scale: int,
    edge_factor: int = 16,
    seed: int = 0,
    *,
    directed: bool = False,
    device: str | Device = "cpu",
) -> Graph:
    """Graph500's Kronecker graph: few vertices have most of the edges, and levels are few.

    2**scale vertices and edge_factor * 2**scale edges. For each edge, every bit of its two ends is drawn
    together, with the probabilities A, B, C, D = 0.57, 0.19, 0.19, 0.05. Vertices are then renumbered at
    random. The graph is drawn, built and left on `device`; a seed gives the same graph on each device.
    Source: the Graph500 specification; Leskovec et al., "Kronecker Graphs", JMLR 2010.

    Raises
    ------
    InputError
        For an argument out of its range, or a size that can't fit in memory.
    DeviceError
        For a GPU that isn't there, or whose memory is taken.
    """
    scale = checked_integer("scale", scale, least=0, most=_MAX_SCALE)
    edge_factor = checked_integer("edge_factor", edge_factor, 0)
    directed = checked_flag("directed", directed)
    where = get_device(device)
    num_vertices, num_edges = 1 << scale, edge_factor << scale
    dtype = _checked_size(num_vertices, num_edges if directed else 2 * num_edges, where, directed=directed)
    rng = seeded(seed)
    with working_on(where):
        key = where.array(rng.integers(2**64, size=1, dtype=np.uint64))
        new_id = where.array(rng.permutation(num_vertices).astype(dtype))
        src, dst = (where.xp.empty(num_edges, dtype) for _ in range(2))
        where.for_each(num_edges, draw_kronecker_edge, scale, key, new_id, src, dst)
        del new_id
        return Graph.from_edges(src, dst, num_vertices, directed=directed)


def draw_kronecker_edge(edge, scale, key, new_id, src, dst):
    """Draw an edge: choose a quadrant of the adjacency matrix, then a quadrant of that, `scale` times."""
    row, column = kronecker_ends(edge, scale, key)
    src[edge] = new_id[row]
    dst[edge] = new_id[column]


def uniform(
    num_vertices: int,
    num_edges: int,
    seed: int = 0,
    *,
    directed: bool = False,
    device: str | Device = "cpu",
) -> Graph:
    """`num_edges` edges between vertices drawn uniformly at random.

    The graph is drawn, built and left on `device`; a seed gives the same graph on each device.
    Raises InputError for an argument out of its range, or a size that can't fit in memory; DeviceError for
    a GPU that isn't there, or whose memory is taken.
    """
    num_vertices = checked_integer("num_vertices", num_vertices, 0)
    num_edges = checked_integer("num_edges", num_edges, 0)
    directed = checked_flag("directed", directed)
    if num_edges and not num_vertices:
        raise InputError("edges need vertices: num_vertices is 0")
    where = get_device(device)
    dtype = _checked_size(num_vertices, num_edges if directed else 2 * num_edges, where, directed=directed)
    with working_on(where):
        key = where.array(seeded(seed).integers(2**64, size=1, dtype=np.uint64))
        ends = where.xp.empty(2 * num_edges, dtype)
        where.for_each(ends.size, draw_end, num_vertices, key, ends)
        return Graph.from_edges(ends[:num_edges], ends[num_edges:], num_vertices, directed=directed)


def draw_end(end, num_vertices, key, ends):
    """Draw a vertex from 53 random bits, which favors no vertex by more than V in 2**53."""
    ends[end] = uniform_end(end, num_vertices, key)


def grid(*shape: int, blocked: np.ndarray | None = None) -> Graph:
    """Undirected grid in two or three dimensions: a cell is joined to the next cell along each axis.

    Parameters
    ----------
    *shape
        Rows and columns, or layers, rows and columns. Ids are row-major: cell (r, c) is r * columns + c.
    blocked
        Boolean array of that shape: true cells are walls. They stay vertices but have no edges.

    Raises
    ------
    InputError
        For a `shape` or `blocked` that isn't as above, or a size that can't fit in memory.
    """
    if len(shape) not in (2, 3):
        raise InputError(f"a grid has 2 or 3 dimensions, not {len(shape)}")
    shape = tuple(checked_integer("a grid's side", length, 0) for length in shape)
    num_vertices = int(np.prod(np.array(shape, object)))
    dtype = _checked_size(num_vertices, 2 * len(shape) * num_vertices)
    walls = np.zeros(shape, bool) if blocked is None else as_array(blocked, "blocked")
    if walls.shape != shape or walls.dtype != bool:
        raise InputError(f"blocked must be a boolean array of shape {shape}")
    ids = np.arange(num_vertices, dtype=dtype).reshape(shape)
    pairs = []
    for axis in range(len(shape)):
        cells, is_open = np.moveaxis(ids, axis, 0), np.moveaxis(~walls, axis, 0)
        joined = is_open[:-1] & is_open[1:]
        pairs.append((cells[:-1][joined], cells[1:][joined]))
    src, dst = (np.concatenate(ends) for ends in zip(*pairs, strict=True))
    return Graph.from_edges(src, dst, num_vertices, directed=False)


def maze(rows: int, cols: int, seed: int = 0) -> np.ndarray:
    """A perfect maze as a board: a boolean array of shape (rows, cols) whose true cells are walls.

    There is one path between any two free cells. Corridors lie on odd rows and columns, and the outermost
    cells are walls, so `rows` and `cols` must be odd, 3 or more. The corridors are the minimum spanning tree
    (Kruskal's) of a grid whose edges are in random order.

    Raises InputError for an argument out of its range.
    """
    from scipy.sparse import coo_array, csgraph

    sides = checked_integer("rows", rows, 3), checked_integer("cols", cols, 3)
    if sides[0] % 2 == 0 or sides[1] % 2 == 0:
        raise InputError(f"a maze's rows and columns are odd numbers, not {rows} and {cols}")
    rooms = grid(sides[0] // 2, sides[1] // 2)
    ends = np.stack(rooms.coo[:2])[:, rooms.coo.src < rooms.coo.dst]
    weights = seeded(seed).permutation(ends.shape[1]) + 1.0
    links = csgraph.minimum_spanning_tree(coo_array((weights, ends), shape=(rooms.num_vertices,) * 2)).tocoo()
    walls = np.ones(sides, bool)
    walls[1::2, 1::2] = False
    (row, col), (next_row, next_col) = (divmod(room, sides[1] // 2) for room in links.coords)
    walls[row + next_row + 1, col + next_col + 1] = False
    return walls


def small_world(num_vertices: int, degree: int, rewire: float, seed: int = 0) -> Graph:
    """Undirected ring, each vertex joined to the `degree` nearest, some edges moved at random.

    Each edge (v, v + k) gets another far end with probability `rewire`. All these edges draw at once. An edge
    that would be a self-loop, or coincide with another moved edge or a place of the ring, draws again, so
    that the graph stays simple. An edge without a free end after 64 draws stays where it was.
    Source: Watts and Strogatz, "Collective dynamics of 'small-world' networks", Nature 393, 1998.

    Parameters
    ----------
    degree
        Even, less than `num_vertices`.
    rewire
        From 0 (the ring) to 1 (almost a uniform random graph).

    Raises
    ------
    InputError
        For an argument out of its range, or a size that can't fit in memory.
    """
    num_vertices = checked_integer("num_vertices", num_vertices, 1)
    degree = checked_integer("degree", degree, least=0, most=num_vertices - 1)
    if degree % 2:
        raise InputError(f"degree must be even, not {degree}: half of the neighbors are on each side")
    rewire = checked_number("rewire", rewire, "a chance from 0 to 1", 0, 1)
    _checked_size(num_vertices, degree * num_vertices)
    src = np.tile(np.arange(num_vertices), degree // 2)
    ring = (src + np.repeat(np.arange(1, degree // 2 + 1), num_vertices)) % num_vertices
    rng = seeded(seed)
    moved = np.flatnonzero(rng.random(src.size) < rewire)
    dst = ring.copy()
    dst[moved] = _free_ends(src[moved], ring[moved], num_vertices, degree, rng)
    return Graph.from_edges(src, dst, num_vertices, directed=False)


def _free_ends(
    src: np.ndarray, ring: np.ndarray, num_vertices: int, degree: int, rng: np.random.Generator
) -> np.ndarray:
    """A random end for each edge from `src`, outside the ring and no two edges equal; else its ring end."""
    dst = ring.copy()
    pending = np.arange(src.size)
    for _ in range(_REDRAWS):
        dst[pending] = rng.integers(num_vertices, size=pending.size)
        gap = (dst - src) % num_vertices
        taken = np.minimum(gap, num_vertices - gap) <= degree // 2
        _, first = np.unique(np.minimum(src, dst) * num_vertices + np.maximum(src, dst), return_index=True)
        repeated = np.ones(src.size, bool)
        repeated[first] = False
        pending = np.flatnonzero(taken | repeated)
        if not pending.size:
            break
    dst[pending] = ring[pending]
    return dst


def star(num_vertices: int) -> Graph:
    """Undirected star: vertex 0 is joined to every other."""
    num_vertices = checked_integer("num_vertices", num_vertices, 1)
    dtype = _checked_size(num_vertices, 2 * num_vertices)
    leaves = np.arange(1, num_vertices, dtype=dtype)
    return Graph.from_edges(np.zeros_like(leaves), leaves, num_vertices, directed=False)


def path(num_vertices: int) -> Graph:
    """Undirected path 0, 1, ..., num_vertices - 1."""
    num_vertices = checked_integer("num_vertices", num_vertices, 1)
    vertices = np.arange(num_vertices, dtype=_checked_size(num_vertices, 2 * num_vertices))
    return Graph.from_edges(vertices[:-1], vertices[1:], num_vertices, directed=False)


def cycle(num_vertices: int) -> Graph:
    """Undirected cycle 0, 1, ..., num_vertices - 1, 0 of three vertices or more."""
    num_vertices = checked_integer("num_vertices", num_vertices, 3)
    vertices = np.arange(num_vertices, dtype=_checked_size(num_vertices, 2 * num_vertices))
    return Graph.from_edges(vertices, np.roll(vertices, -1), num_vertices, directed=False)


def complete(num_vertices: int) -> Graph:
    """Undirected complete graph: num_vertices * (num_vertices - 1) stored edges, no self-loops."""
    num_vertices = checked_integer("num_vertices", num_vertices, 1)
    degree = num_vertices - 1
    _checked_size(num_vertices, num_vertices * degree)
    vertices = np.arange(num_vertices)
    dst = np.tile(vertices[:-1], (num_vertices, 1))
    dst += dst >= vertices[:, None]
    return Graph.from_csr(np.arange(num_vertices + 1) * degree, dst.ravel(), directed=False, check=False)


def book_graph() -> Graph:
    """The 9-vertex, 15-edge directed graph on which PMPP 4e, chapter 15, explains every method."""
    src = [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 7]
    dst = [1, 2, 3, 4, 5, 6, 7, 4, 8, 5, 8, 6, 8, 0, 6]
    return Graph.from_edges(src, dst, 9)


def small_book_graph() -> Graph:
    """The chapter's other directed graph: 5 vertices, 6 edges, vertex 1 on a cycle."""
    return Graph.from_edges([0, 0, 1, 3, 3, 4], [1, 3, 2, 2, 4, 1], 5)


def _checked_size(
    num_vertices: int, num_edges: int, device: Device | None = None, *, directed: bool = False
) -> type[np.signedinteger]:
    """The type of vertex ids. Raises InputError if building the graph can't fit in the device's memory."""
    dtype = index_dtype(num_vertices)
    # Ids: two per drawn edge, one per stored edge, and 1.5 beside them while the lists are built
    # (graph/build.py, graph/build_on_gpu.py); and the offsets.
    drawn = num_edges if directed else num_edges / 2
    size = (2 * drawn + 2.5 * num_edges + 2 * num_vertices) * np.dtype(dtype).itemsize
    purpose = f"a graph of {num_vertices:,} vertices and {num_edges:,} stored edges"
    require_memory(int(size), purpose, None if device is None else device.total_memory())
    return dtype
