"""The operators, each against plain Python on the same graph, in every supported combination."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED, size

import wavefront as wf
from wavefront import generators, operators
from wavefront.atomics import atomic_add, atomic_cas
from wavefront.operators.load_balancing import TILE

pytestmark = pytest.mark.on_devices
BALANCES = ["auto", "thread", "buckets", "edges"]
every_graph = pytest.mark.parametrize("name", GRAPHS)
host = wf.Cpu().array


class Numbers(NamedTuple):
    modulus: int
    counts: Any


class Search(NamedTuple):
    levels: Any
    level: int


def numbers(device, count=1):
    return Numbers(3, device.xp.zeros(count, np.int64))


def accept_some(source, neighbor, edge, problem):
    atomic_add(problem.counts, 0, 1)
    return (source + 2 * neighbor + edge) % problem.modulus != 0


def claim(source, neighbor, edge, problem):
    return problem.levels[neighbor] == -1 and atomic_cas(problem.levels, neighbor, -1, problem.level) == -1


def label(source, neighbor, edge, problem):
    if problem.levels[neighbor] != -1:
        return False
    problem.levels[neighbor] = problem.level
    return True


def is_unvisited(vertex, problem):
    return problem.levels[vertex] == -1


def some_vertices(graph, share=0.6, seed=1):
    chosen = np.random.default_rng(seed).random(graph.num_vertices) < share
    return np.flatnonzero(chosen)


def edges_of(graph, vertices):
    """The CSR slots of all out-edges of these vertices, with source, neighbor and rank."""
    ptr, dst = graph.csr[:2]
    for vertex in vertices:
        for rank, edge in enumerate(range(ptr[vertex], ptr[vertex + 1])):
            yield int(vertex), int(dst[edge]), edge, rank


@pytest.mark.parametrize(
    "lengths",
    [
        [2, 50, 100],
        [0, 0, 5, 0],
        [0],
        [],
        [1] * 40,
        [5, 0] * size(2000, 60),
        [3, *[0] * (TILE + 5), 2, 0, 7],
        [size(100_000, 100), 0, 1],
    ],
    ids=len,
)
def test_load_balancing_search(lengths, device):
    def note(index, segment, rank, segments, ranks):
        segments[index] = segment
        ranks[index] = rank

    lengths = np.array(lengths, np.int64)
    segments, ranks = (device.xp.full(lengths.sum(), -1, np.int64) for _ in range(2))
    total = operators.load_balancing_search(device.array(lengths), note, segments, ranks, device=device)
    assert total == lengths.sum()
    assert np.array_equal(host(segments), np.repeat(np.arange(lengths.size), lengths))
    assert host(ranks).tolist() == [rank for length in lengths for rank in range(length)]


def test_the_scan_of_the_books_example():
    from wavefront.graph.arrays import exclusive_scan

    assert exclusive_scan(np.array([2, 50, 100])).tolist() == [0, 2, 52, 152]


@pytest.mark.parametrize("output", ["vertices", "edges", None])
@pytest.mark.parametrize("load_balance", BALANCES)
@every_graph
def test_advance_visits_each_edge_of_the_frontier_once(name, load_balance, output, device):
    graph = GRAPHS[name]()
    vertices = some_vertices(graph)
    frontier = operators.Frontier(graph, device=device, queue_sizing=0).load(vertices)
    problem = numbers(device)
    options = {"load_balance": load_balance, "output": output, "idempotent": True}
    operators.advance(graph, frontier, accept_some, problem, **options)
    visited = list(edges_of(graph, vertices))
    assert int(problem.counts[0]) == len(visited)
    if output is None:
        assert sorted(host(frontier.items).tolist()) == vertices.tolist()
        return
    expected = [(dst, edge)[output == "edges"] for src, dst, edge, _ in visited if (src + 2 * dst + edge) % 3]
    assert frontier.type == output
    assert len(frontier) == len(expected)
    assert Counter(host(frontier.items).tolist()) == Counter(expected)


@pytest.mark.parametrize("load_balance", BALANCES)
def test_a_frontier_of_edges_stands_for_their_destinations(load_balance, device):
    graph = GRAPHS["kronecker"]()
    frontier = operators.Frontier(graph, "edges", device=device).load(np.arange(0, graph.num_edges, 5))
    ends = graph.csr.dst[::5]
    options = {"load_balance": load_balance, "idempotent": True}
    operators.advance(graph, frontier, accept_some, numbers(device), **options)
    expected = [dst for src, dst, edge, _ in edges_of(graph, ends) if (src + 2 * dst + edge) % 3]
    assert frontier.type == "vertices"
    assert Counter(host(frontier.items).tolist()) == Counter(expected)


SEARCHES = {
    **{f"claims, {balance}": (claim, {"load_balance": balance}) for balance in BALANCES},
    **{f"unique, {balance}": (label, {"load_balance": balance, "unique": True}) for balance in BALANCES},
    "idempotent": (label, {"idempotent": True}),
}


@pytest.mark.parametrize("how", SEARCHES)
@every_graph
def test_a_search_in_a_few_lines(name, how, device):
    graph = GRAPHS[name]()
    functor, options = SEARCHES[how]
    levels = device.xp.full(graph.num_vertices, -1, np.int32)
    levels[0] = 0
    frontier = operators.Frontier(graph, device=device).load(0)

    def step(iteration):
        operators.advance(graph, frontier, functor, Search(levels, iteration), **options)
        if not options.get("idempotent"):
            assert len(np.unique(host(frontier.items))) == len(frontier)

    operators.enact(step, frontier)
    assert np.array_equal(host(levels), wf.bfs(graph, 0, device="cpu").levels)


@pytest.mark.parametrize("pull_share", [0, 0.1, 10])
@every_graph
def test_push_and_pull_take_turns(name, pull_share, device):
    graph = GRAPHS[name]()
    levels = device.xp.full(graph.num_vertices, -1, np.int32)
    levels[0] = 0
    frontier = operators.Frontier(graph, device=device).load(0)
    unvisited = operators.Frontier(graph, device=device).load_all()

    def push(iteration):
        operators.advance(graph, frontier, claim, Search(levels, iteration))

    def pull(iteration):
        problem = Search(levels, iteration)
        operators.filter(unvisited, is_unvisited, problem)
        operators.advance(graph, frontier, label, problem, direction="pull", unvisited=unvisited)

    run = operators.enact(push, frontier, pull=pull, unvisited=unvisited, pull_share=pull_share, trace=True)
    expected = wf.bfs(graph, 0, device="cpu").levels
    assert np.array_equal(host(levels), expected)
    assert [row.frontier for row in run.trace] == np.bincount(expected[expected >= 0]).tolist()
    if pull_share == 0:
        assert {row.direction for row in run.trace} == {"pull"}
    if pull_share == 10 and graph.num_vertices > 20:
        assert run.trace[0].direction == "push"


class Ends(NamedTuple):
    src: Any
    dst: Any
    wrong: Any


def check_ends(source, neighbor, edge, problem):
    if problem.src[edge] != source or problem.dst[edge] != neighbor:
        atomic_add(problem.wrong, 0, 1)
    return False


@pytest.mark.parametrize("direction", ["push", "pull"])
@every_graph
def test_an_edge_is_its_csr_slot_in_either_direction(name, direction, device):
    graph = GRAPHS[name]()
    ends = Ends(*(device.array(ids) for ids in graph.coo[:2]), device.xp.zeros(1, np.int64))
    frontier = operators.Frontier(graph, device=device).load_all()
    unvisited = operators.Frontier(graph, device=device).load_all()
    options = {"direction": "pull", "unvisited": unvisited} if direction == "pull" else {}
    operators.advance(graph, frontier, check_ends, ends, **options)
    assert int(ends.wrong[0]) == 0
    assert len(frontier) == 0


def reject_odd_ranks(source, neighbor, edge, rank, index, problem):
    problem.counts[index] = rank
    return rank % 2 == 0


def test_ranks_and_indices_and_slots_left_open(device):
    graph = GRAPHS["kronecker"]()
    vertices = some_vertices(graph)
    visited = list(edges_of(graph, vertices))
    for compact in (True, False):
        problem = numbers(device, len(visited))
        frontier = operators.Frontier(graph, device=device).load(vertices)
        options = {"idempotent": True, "compact": compact}
        operators.advance(graph, frontier, reject_odd_ranks, problem, **options)
        assert host(problem.counts).tolist() == [rank for *_, rank in visited]
        kept = [dst if rank % 2 == 0 else -1 for _, dst, _, rank in visited]
        if compact:
            kept = [dst for dst in kept if dst != -1]
        if compact:
            assert Counter(host(frontier.items).tolist()) == Counter(kept)
        else:
            assert host(frontier.items).tolist() == kept
            operators.filter(frontier)
            assert host(frontier.items).tolist() == [dst for dst in kept if dst != -1]


def is_even(source, neighbor, edge, problem):
    return neighbor % 2 == 0


def count_neighbor(source, neighbor, edge, problem):
    atomic_add(problem.counts, neighbor, 1)


def test_condition_and_application_apart(device):
    graph = GRAPHS["kronecker"]()
    frontier = operators.Frontier(graph, device=device).load_all()
    problem = numbers(device, graph.num_vertices)
    operators.advance(graph, frontier, cond=is_even, apply=count_neighbor, problem=problem, idempotent=True)
    degrees = graph.in_degrees * (np.arange(graph.num_vertices) % 2 == 0)
    assert np.array_equal(host(problem.counts), degrees)
    assert len(frontier) == degrees.sum()


def is_large(item, problem):
    return item >= problem.modulus


@pytest.mark.parametrize("deduplicate", [None, "exact", "cheap"])
def test_filter(deduplicate, device):
    graph = GRAPHS["kronecker"]()
    given = np.random.default_rng(2).integers(0, graph.num_vertices, 300)
    frontier = operators.Frontier(graph, device=device).load(given)
    operators.filter(frontier, is_large, numbers(device), deduplicate=deduplicate)
    kept = host(frontier.items)
    assert set(kept) == set(given[given >= 3])
    if deduplicate is None:
        assert kept.tolist() == given[given >= 3].tolist()
    if deduplicate == "exact":
        assert len(set(kept)) == len(kept)


def count_item(item, problem):
    atomic_add(problem.counts, item, 2)


def test_compute(device):
    graph = GRAPHS["grid"]()
    problem = numbers(device, graph.num_vertices)
    operators.compute(operators.Frontier(graph, device=device).load([1, 3, 3]), count_item, problem)
    assert host(problem.counts)[:4].tolist() == [0, 2, 0, 4]


class Values(NamedTuple):
    values: Any


def difference(source, neighbor, edge, problem):
    return problem.values[neighbor] - 2 * problem.values[source] + edge


REDUCTIONS = {"sum": (np.sum, 0), "min": (np.min, np.inf), "max": (np.max, -np.inf), "any": (np.any, 0)}


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("over", ["out", "in"])
@every_graph
def test_neighbor_reduce(name, over, reduction, device):
    graph = GRAPHS[name]()
    values = np.random.default_rng(3).integers(0, 50, graph.num_vertices).astype(float)
    vertices = some_vertices(graph, 0.8)
    out = device.xp.full(graph.num_vertices, -7.0)
    frontier = operators.Frontier(graph, device=device).load(vertices)
    problem = Values(device.array(values))
    operators.neighbor_reduce(
        graph, difference, problem, out, reduction=reduction, over=over, frontier=frontier
    )
    given = {vertex: [] for vertex in vertices.tolist()}
    for src, dst, edge, _ in edges_of(graph, range(graph.num_vertices)):
        vertex = src if over == "out" else dst
        if vertex in given:
            given[vertex].append(values[dst] - 2 * values[src] + edge)
    reduce, empty = REDUCTIONS[reduction]
    expected = np.full(graph.num_vertices, -7.0)
    for vertex, found in given.items():
        expected[vertex] = reduce(found) if found else empty
    assert np.allclose(host(out), expected)


def test_integers_reduce_to_integers(device):
    graph = GRAPHS["kronecker"]()
    out = device.xp.zeros(graph.num_vertices, np.int64)
    frontier = operators.Frontier(graph, device=device).load_all()
    operators.neighbor_reduce(
        graph, lambda source, neighbor, edge, problem: 1, numbers(device), out, frontier=frontier
    )
    assert np.array_equal(host(out), graph.out_degrees)


def test_enact_stops(device):
    graph = generators.path(size(50, 10))
    levels = device.xp.full(graph.num_vertices, -1, np.int32)
    levels[0] = 0
    frontier = operators.Frontier(graph, device=device).load(0)

    def step(iteration):
        operators.advance(graph, frontier, claim, Search(levels, iteration))
        return iteration == 5

    assert operators.enact(step, frontier, max_iterations=3).iterations == 3
    run = operators.enact(lambda iteration: step(iteration + 3), frontier, trace=True)
    assert run.iterations == 2
    assert int(levels.max()) == 5
    assert "milliseconds" in run.table()


@pytest.mark.parametrize(
    "options", [{"pull": print}, {"pull_share": -0.1}, {"pull_share": np.nan}, {"max_iterations": 0}], ids=str
)
def test_enact_refuses_what_makes_no_sense(options):
    frontier = operators.Frontier(generators.book_graph()).load(0)
    with pytest.raises(wf.InputError):
        operators.enact(lambda iteration: True, frontier, **options)


def test_bitmap_and_queue_hold_the_same(device):
    graph = generators.grid(9, 11)
    frontier = operators.Frontier(graph, device=device).load([0, 31, 32, 98])
    words = host(frontier.bitmap)
    assert [i for i in range(99) if words[i // 32] >> np.uint32(i % 32) & 1] == [0, 31, 32, 98]
    frontier.replace_bitmap(frontier.bitmap, 4)
    assert host(frontier.items).tolist() == [0, 31, 32, 98]


def no_value(source, neighbor, edge, problem):
    problem.counts[0] = 1


def sometimes_no_value(source, neighbor, edge, problem):
    if neighbor > 2:
        return True


def three_arguments(source, neighbor, edge):
    return True


def undefined_name(source, neighbor, edge, problem):
    return neighbor in nowhere  # noqa: F821


def calls_itself(source, neighbor, edge, problem):
    return calls_itself(source, neighbor, edge, problem)


def no_such_field(source, neighbor, edge, problem):
    return problem.missing[neighbor] == 0


def always(source, neighbor, edge, problem):
    return True


BAD_FUNCTORS = {
    "no_value": (no_value, "must return a value"),
    "sometimes_no_value": (sometimes_no_value, "must return a value"),
    "three_arguments": (three_arguments, "takes 3 arguments; it is called with 4: source, neighbor"),
    "undefined_name": (undefined_name, "uses 'nowhere', which is not defined"),
    "calls_itself": (calls_itself, "calls itself"),
    "not a function": (len, "plain Python function"),
}


@pytest.mark.parametrize("name", BAD_FUNCTORS)
def test_a_bad_functor_is_refused_before_anything_runs(name):
    graph = generators.book_graph()
    functor, message = BAD_FUNCTORS[name]
    problem = numbers(wf.Cpu())
    with pytest.raises(wf.InputError, match=message) as caught:
        operators.advance(graph, operators.Frontier(graph).load(0), functor, problem)
    assert "\n" not in str(caught.value)
    assert problem.counts[0] == 0


@pytest.mark.skipif(SIMULATED, reason="nothing is compiled in the simulator")
def test_a_functor_that_cannot_compile_is_named_with_its_line(device):
    graph = generators.book_graph()
    frontier = operators.Frontier(graph, device=device).load(0)
    line = no_such_field.__code__.co_firstlineno + 1
    with pytest.raises(wf.InputError, match=rf"'no_such_field'.*at line {line}: .*missing") as caught:
        operators.advance(graph, frontier, no_such_field, numbers(device))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("load_balance", ["thread", "buckets"])
def test_a_functor_that_should_have_claimed_is_an_error(load_balance, device):
    graph = generators.complete(size(40, 9))
    frontier = operators.Frontier(graph, device=device).load_all()
    with pytest.raises(wf.InputError, match="must claim"):
        operators.advance(graph, frontier, always, numbers(device), load_balance=load_balance)


@pytest.mark.parametrize(
    "options",
    [
        {"direction": "pull"},
        {"direction": "sideways"},
        {"load_balance": "fair"},
        {"load_balance": "thread", "compact": False},
        {"cond": always},
    ],
    ids=" ".join,
)
def test_what_is_not_supported_is_refused(options):
    graph = generators.book_graph()
    with pytest.raises(wf.InputError):
        operators.advance(graph, operators.Frontier(graph).load(0), always, numbers(wf.Cpu()), **options)


class TwoDimensional(NamedTuple):
    table: Any


class Text(NamedTuple):
    name: str


@pytest.mark.parametrize(
    "problem", [None, {"a": 1}, (1, 2), TwoDimensional(np.zeros((2, 2))), Text("x")], ids=str
)
def test_a_bad_problem_is_refused(problem):
    graph = generators.book_graph()
    with pytest.raises(wf.InputError, match="problem"):
        operators.advance(graph, operators.Frontier(graph).load(0), always, problem)


@pytest.mark.parametrize("items", [9, -1, [0, 99], 1.5, [[0]]])
def test_what_is_no_vertex_is_refused(items):
    graph = generators.book_graph()
    with pytest.raises(wf.InputError):
        operators.Frontier(graph).load(items)


def test_an_empty_frontier_and_a_graph_without_edges(device):
    for graph in (wf.Graph.from_edges([], [], 3), generators.book_graph()):
        for balance in BALANCES:
            frontier = operators.Frontier(graph, device=device)
            operators.advance(graph, frontier, accept_some, numbers(device), load_balance=balance)
            assert len(frontier) == 0
        frontier.load_all()
        operators.advance(
            wf.Graph.from_edges([], [], graph.num_vertices), frontier, accept_some, numbers(device)
        )
        assert len(frontier) == 0
