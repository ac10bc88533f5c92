"""advance, against plain Python on the same graph, in every supported combination."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest
from functors import accept_some, always, edges_of, host, numbers, some_vertices
from graphs import GRAPHS, size

import wavefront as wf
from wavefront import generators, operators
from wavefront.atomics import atomic_add

pytestmark = pytest.mark.on_devices

BALANCES = ["auto", "thread", "buckets", "edges"]

every_graph = pytest.mark.parametrize("name", GRAPHS)


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
