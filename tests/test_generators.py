"""Generated graphs against NetworkX, the theory of their degrees, and the published random numbers."""

import networkx as nx
import numpy as np
import pytest
from graphs import devices, size

import wavefront as wf
from wavefront import generators

QUADRANTS = np.array([[0.57, 0.19], [0.19, 0.05]])

MASK = 2**64 - 1


def splitmix64(seed, place):
    """Output number `place`, from 0 up, of the published SplitMix64 generator, in Python integers."""
    value = (seed + (place + 1) * 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def edges(graph):
    return sorted(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))


def networkx_edges(graph):
    return sorted(graph.to_directed().edges())


def kronecker_power(scale):
    power = np.ones((1, 1))
    for _ in range(scale):
        power = np.kron(power, QUADRANTS)
    return power


def test_kronecker_draws_are_splitmix64():
    assert splitmix64(0, 0) == 0xE220A8397B1DCDAF  # the published generator's first output
    scale, edge_factor = 5, 4
    rng = np.random.default_rng(7)
    key, new_id = int(rng.integers(2**64, dtype=np.uint64)), rng.permutation(32).tolist()
    limits = [0.57 * 2**64, 0.76 * 2**64, 0.95 * 2**64]
    expected = []
    for edge in range(edge_factor << scale):
        row = column = 0
        for bit in range(scale):
            quadrant = sum(splitmix64(key, 64 * edge + bit - 1) >= limit for limit in limits)
            row, column = 2 * row + quadrant // 2, 2 * column + quadrant % 2
        expected.append((new_id[row], new_id[column]))
    graph = generators.kronecker(scale, edge_factor, seed=7, directed=True)
    assert edges(graph) == sorted(expected)


def test_kronecker_quadrants_have_their_frequencies():
    graph = generators.kronecker(3, edge_factor=2**17, directed=True)
    frequency = np.zeros((8, 8))
    np.add.at(frequency, (graph.coo.src, graph.coo.dst), 1 / graph.num_edges)
    # The permutation of the vertices keeps the set of entries, of row sums and of diagonal entries.
    theory = kronecker_power(3)
    for found, expected in (
        (frequency, theory),
        (frequency.sum(axis=1), theory.sum(axis=1)),
        (frequency.diagonal(), theory.diagonal()),
    ):
        np.testing.assert_allclose(np.sort(found, None), np.sort(expected, None), rtol=0.15, atol=2e-5)


@pytest.mark.parametrize("degrees", ["out_degrees", "in_degrees"])
def test_kronecker_degrees_follow_the_theory(degrees):
    scale = 14
    graph = generators.kronecker(scale, directed=True)
    found = np.sort(getattr(graph, degrees))[::-1].astype(float)
    # A vertex with k ones among its bits has that many edges on average, before renumbering.
    ones = np.array([vertex.bit_count() for vertex in range(1 << scale)])
    expected = np.sort(graph.num_edges * 0.76 ** (scale - ones) * 0.24**ones)[::-1]
    assert found.sum() == graph.num_edges
    for top in (1, 10, 100, 1000):
        assert found[:top].sum() == pytest.approx(expected[:top].sum(), rel=0.05)
    assert (found**2).sum() == pytest.approx((expected**2).sum() + graph.num_edges, rel=0.05)


def test_kronecker_sizes_and_directions():
    graph = generators.kronecker(8, edge_factor=3, seed=5)
    one_way = generators.kronecker(8, edge_factor=3, seed=5, directed=True)
    assert graph.num_vertices == one_way.num_vertices == 256
    assert one_way.num_edges == 3 * 256
    loops = int((one_way.coo.src == one_way.coo.dst).sum())
    assert loops > 0
    both = [(v, u) for u, v in edges(one_way) if u != v] + edges(one_way)
    assert edges(graph) == sorted(both)
    assert edges(generators.kronecker(0, 2, directed=True)) == [(0, 0), (0, 0)]


@pytest.mark.on_devices
@pytest.mark.parametrize(
    "make",
    [
        lambda seed, device: generators.kronecker(size(8, 3), seed=seed, device=device),
        lambda seed, device: generators.uniform(100, size(500, 50), seed=seed, device=device),
        lambda seed, device: generators.small_world(100, 4, 0.5, seed=seed),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow encountered")  # of random bits, where kernels are Python
def test_a_seed_gives_one_graph(make):
    first = edges(make(3, "cpu"))
    assert edges(make(4, "cpu")) != first
    for device in devices().values():
        assert edges(make(3, device).to_device("cpu")) == first


def test_uniform_ends_are_equally_likely():
    graph = generators.uniform(50, 100_000, directed=True)
    assert (graph.num_vertices, graph.num_edges) == (50, 100_000)
    counts = np.bincount(graph.coo.src * 50 + graph.coo.dst, minlength=2500)
    # Chi-squared with 2499 degrees of freedom: six standard deviations about its mean.
    assert abs(((counts - 40) ** 2 / 40).sum() - 2499) < 6 * np.sqrt(2 * 2499)
    assert generators.uniform(50, 1000).num_edges == pytest.approx(2000, abs=60)
    assert generators.uniform(0, 0).num_vertices == 0


@pytest.mark.parametrize("shape", [(4, 7), (1, 5), (3, 4, 5), (2, 1, 2), (0, 3)])
def test_grid_is_networkx_grid(shape):
    oracle = nx.grid_graph(shape[::-1])
    place = {cell: int(np.ravel_multi_index(cell, shape)) for cell in oracle}
    graph = generators.grid(*shape)
    assert graph.num_vertices == np.prod(shape)
    assert edges(graph) == networkx_edges(nx.relabel_nodes(oracle, place))
    assert not graph.directed


def test_blocked_cells_stay_vertices_without_edges():
    blocked = np.random.default_rng(0).random((9, 11)) < 0.3
    oracle = nx.grid_graph((11, 9))
    oracle.remove_edges_from([pair for pair in oracle.edges() if any(blocked[cell] for cell in pair)])
    place = {cell: cell[0] * 11 + cell[1] for cell in oracle}
    graph = generators.grid(9, 11, blocked=blocked)
    assert edges(graph) == networkx_edges(nx.relabel_nodes(oracle, place))
    assert not graph.out_degrees[blocked.ravel()].any()


def test_small_world_without_rewiring_is_the_ring():
    oracle = networkx_edges(nx.watts_strogatz_graph(30, 6, 0))
    assert edges(generators.small_world(30, 6, 0)) == oracle


@pytest.mark.parametrize(("degree", "rewire"), [(6, 0.1), (6, 1), (30, 0.5), (198, 1)])
def test_small_world_stays_simple(degree, rewire):
    graph = generators.small_world(200, degree, rewire, seed=1)
    pairs = edges(graph)
    assert len(pairs) == len(set(pairs)) == 200 * degree
    assert all(u != v for u, v in pairs)


def test_small_world_moves_the_share_asked_for():
    ring = set(edges(generators.small_world(5000, 10, 0)))
    graph = generators.small_world(5000, 10, 0.2)
    moved = 1 - len(ring.intersection(edges(graph))) / graph.num_edges
    assert moved == pytest.approx(0.2, abs=0.01)
    # One end stays: every vertex keeps the five edges it began with.
    assert graph.out_degrees.min() >= 5


@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_star_path_and_complete(size):
    assert edges(generators.star(size)) == networkx_edges(nx.star_graph(size - 1))
    assert edges(generators.path(size)) == networkx_edges(nx.path_graph(size))
    assert edges(generators.complete(size)) == networkx_edges(nx.complete_graph(size))
    assert generators.complete(size).num_edges == size * (size - 1)


@pytest.mark.parametrize("size", [3, 4, 10])
def test_cycle(size):
    assert edges(generators.cycle(size)) == networkx_edges(nx.cycle_graph(size))


def test_the_books_graphs():
    neighbors = {0: [1, 2], 1: [3, 4], 2: [5, 6, 7], 3: [4, 8], 4: [5, 8], 5: [6], 6: [8], 7: [0, 6]}
    assert edges(generators.book_graph()) == [(u, v) for u, ends in neighbors.items() for v in ends]
    assert edges(generators.small_book_graph()) == [(0, 1), (0, 3), (1, 2), (3, 2), (3, 4), (4, 1)]
    assert generators.book_graph().num_vertices == 9
    assert generators.small_book_graph().num_vertices == 5


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: generators.kronecker(-1), "scale must be an integer, from 0 to 62, not -1"),
        (lambda: generators.kronecker(2.0), "scale"),
        (lambda: generators.kronecker(3, -1), "edge_factor must be an integer, 0 or more"),
        (lambda: generators.kronecker(3, seed=-1), "seed"),
        (lambda: generators.uniform(0, 3), "edges need vertices"),
        (lambda: generators.uniform(-3, 3), "num_vertices"),
        (lambda: generators.uniform(3, True), "num_edges"),
        (lambda: generators.grid(3), "2 or 3 dimensions, not 1"),
        (lambda: generators.grid(3, -1), "side"),
        (lambda: generators.grid(3, 4, blocked=np.zeros((4, 3), bool)), r"shape \(3, 4\)"),
        (lambda: generators.grid(3, 4, blocked=np.zeros((3, 4))), "boolean"),
        (lambda: generators.small_world(10, 3, 0.1), "even"),
        (lambda: generators.small_world(10, 10, 0.1), "degree must be an integer, from 0 to 9"),
        (lambda: generators.small_world(10, 2, 1.5), "rewire"),
        (lambda: generators.star(0), "num_vertices"),
        (lambda: generators.cycle(2), "3 or more"),
    ],
)
def test_bad_arguments(make, problem):
    with pytest.raises(wf.InputError, match=problem):
        make()


@pytest.mark.parametrize(
    "make",
    [
        lambda: generators.kronecker(40),
        lambda: generators.kronecker(62, 10**9),
        lambda: generators.uniform(10**15, 0),
        lambda: generators.grid(10**7, 10**7),
        lambda: generators.complete(10**8),
        lambda: generators.path(10**14),
        lambda: generators.small_world(10**9, 10**6, 0.5),
    ],
)
def test_a_graph_that_cannot_fit_is_refused(make):
    with pytest.raises(wf.InputError, match=r"needs about [\d,]+ bytes of memory"):
        make()


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (5, 3), (21, 35)])
def test_a_maze_has_one_way_between_any_two_cells(rows, columns):
    walls = generators.maze(rows, columns, seed=4)
    assert walls.shape == (rows, columns)
    assert walls[0].all()
    assert walls[-1].all()
    assert walls[:, 0].all()
    assert walls[:, -1].all()
    assert not walls[1::2, 1::2].any()
    assert walls[::2, ::2].all()
    graph = generators.grid(rows, columns, blocked=walls)
    free = int((~walls).sum())
    assert graph.num_edges == 2 * (free - 1)  # as many as a tree has
    assert wf.bfs(graph, columns + 1).num_reached == free


def test_a_seed_gives_one_maze():
    assert np.array_equal(generators.maze(15, 17, 3), generators.maze(15, 17, 3))
    assert not np.array_equal(generators.maze(15, 17, 3), generators.maze(15, 17, 4))


@pytest.mark.parametrize(
    ("rows", "columns", "message"), [(4, 5, "odd numbers"), (5, 8, "odd"), (1, 5, "rows must")]
)
def test_bad_mazes(rows, columns, message):
    with pytest.raises(wf.InputError, match=message):
        generators.maze(rows, columns)


@pytest.mark.usefixtures("gpu")
def test_a_graph_too_large_for_the_gpu_is_refused():
    with pytest.raises(wf.InputError, match="bytes of memory"):
        generators.kronecker(36, device="cuda")
