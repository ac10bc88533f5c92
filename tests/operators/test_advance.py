"""advance, against plain Python on the same graph, in every supported combination."""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest
from functors import (
    accept_some,
    always,
    count_neighbor,
    edges_of,
    host,
    numbers,
    pass_nothing_on,
    pass_refusal_on,
    some_vertices,
)
from graphs import GRAPHS, devices, size

import wavefront as wf
from wavefront import generators, operators
from wavefront.atomics import atomic_add, atomic_cas

pytestmark = pytest.mark.on_devices

BALANCES = ["auto", "thread", "buckets", "edges"]

every_graph = pytest.mark.parametrize("name", GRAPHS)


class Visits(NamedTuple):
    """What a condition and an application are asked, edge by edge, and what they go by."""

    wanted: Any  # by vertex
    claims: bool
    claimed: Any  # by vertex: the edge that claimed the vertex, or -1
    asked: Any  # by edge: how often the condition was
    applied: Any  # by edge: how often the application was


def visits(graph, device, claims):
    wanted = np.arange(graph.num_vertices) % 4 != 1
    per_edge = (device.xp.zeros(graph.num_edges, np.int64) for _ in range(2))
    return Visits(device.array(wanted), claims, device.xp.full(wanted.size, -1, np.int64), *per_edge)


def is_wanted(source, neighbor, edge, problem):
    atomic_add(problem.asked, edge, 1)
    return problem.wanted[neighbor]


def take(source, neighbor, edge, problem):
    atomic_add(problem.applied, edge, 1)
    if problem.claims:
        return atomic_cas(problem.claimed, neighbor, -1, edge) == -1
    return (source + 2 * neighbor + edge) % 3 != 0


def accepted_of(edges, problem, wanted):
    """What plain Python accepts of these edges, in their order; counts what it asks."""
    claimed, accepted = set(), []
    asked, applied = (np.zeros(problem.asked.size, np.int64) for _ in range(2))
    for source, neighbor, edge in edges:
        asked[edge] += 1
        if not wanted[neighbor]:
            continue
        applied[edge] += 1
        if neighbor not in claimed if problem.claims else (source + 2 * neighbor + edge) % 3 != 0:
            claimed.add(neighbor)
            accepted.append((source, neighbor, edge))
    assert host(problem.asked).tolist() == asked.tolist()
    assert host(problem.applied).tolist() == applied.tolist()
    return accepted


EVERYWHERE = devices() | {"python": wf.device.Python()}
FORMS = {
    **{balance: {"load_balance": balance} for balance in BALANCES[1:]},
    "slots": {"load_balance": "edges", "compact": False},
}


@pytest.mark.parametrize("output", ["vertices", "edges", None])
@pytest.mark.parametrize("idempotent", [False, True])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("where", EVERYWHERE)
@pytest.mark.parametrize("name", ["one vertex", "parallel edges", "star", "kronecker", "multigraph"])
def test_a_push_outputs_what_condition_and_application_accept(name, where, form, idempotent, output):
    graph, device = GRAPHS[name](), EVERYWHERE[where]
    vertices = some_vertices(graph)
    frontier = operators.Frontier(graph, device=device, queue_sizing=0).load(vertices)
    problem = visits(graph, device, claims=not idempotent)
    options = FORMS[form] | {"idempotent": idempotent, "output": output}
    operators.advance(graph, frontier, cond=is_wanted, apply=take, problem=problem, **options)
    edges = [edge[:3] for edge in edges_of(graph, vertices)]
    accepted = accepted_of(edges, problem, host(problem.wanted))
    found = host(frontier.items).tolist()
    if output is None:
        assert (frontier.type, found) == ("vertices", vertices.tolist())
        return
    assert frontier.type == output
    if form == "slots":
        assert len(found) == len(edges)
        of_slots = [edge[1 if output == "vertices" else 2] for edge in edges]
        assert all(item in (-1, slot) for item, slot in zip(found, of_slots, strict=True))
        found = [item for item in found if item != -1]
    if output == "vertices" or idempotent:
        assert Counter(found) == Counter(edge[1 if output == "vertices" else 2] for edge in accepted)
    else:  # which edge claims a vertex is left to chance
        claimed = host(problem.claimed)
        assert sorted(found) == sorted(claimed[claimed >= 0].tolist())
        assert Counter(graph.csr.dst[found].tolist()) == Counter(edge[1] for edge in accepted)


def pulled(graph, vertices, unvisited, problem, wanted):
    """What plain Python accepts in a pull: for each unvisited vertex the first edge, of those it looks at."""
    sources, looked, accepted = set(vertices), [], []
    ptr, src, slots = graph.csc.dst_ptr, graph.csc.src, graph.csc_slots
    for vertex in unvisited:
        for place in range(ptr[vertex], ptr[vertex + 1]):
            source, edge = int(src[place]), int(slots[place])
            if source in sources:
                looked.append((source, vertex, edge))
                if wanted[vertex] and (problem.claims or (source + 2 * vertex + edge) % 3 != 0):
                    accepted.append(vertex)
                    break
    return looked, accepted


@pytest.mark.parametrize("output", ["vertices", None])
@pytest.mark.parametrize("idempotent", [False, True])
@pytest.mark.parametrize("where", EVERYWHERE)
@pytest.mark.parametrize("name", ["one vertex", "parallel edges", "star", "kronecker", "multigraph"])
def test_a_pull_outputs_what_condition_and_application_accept(name, where, idempotent, output):
    graph, device = GRAPHS[name](), EVERYWHERE[where]
    vertices, others = some_vertices(graph).tolist(), some_vertices(graph, seed=5).tolist()
    frontier = operators.Frontier(graph, device=device).load(vertices)
    unvisited = operators.Frontier(graph, device=device).load(others)
    problem = visits(graph, device, claims=not idempotent)
    options = {"direction": "pull", "unvisited": unvisited, "idempotent": idempotent, "output": output}
    operators.advance(graph, frontier, cond=is_wanted, apply=take, problem=problem, **options)
    looked, accepted = pulled(graph, vertices, others, problem, host(problem.wanted))
    accepted_of(looked, problem, host(problem.wanted))
    if output is None:
        assert sorted(host(frontier.items).tolist()) == vertices
        assert sorted(host(unvisited.items).tolist()) == others
        return
    assert sorted(host(frontier.items).tolist()) == accepted
    assert sorted(host(unvisited.items).tolist()) == sorted({*others} - {*accepted})


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
    return 0.5 * (1 - neighbor % 2)


def count_and_take_residue(source, neighbor, edge, problem):
    count_neighbor(source, neighbor, edge, problem)
    return 0.5 * (neighbor % problem.modulus)


@pytest.mark.parametrize(
    ("apply", "refuses"),
    [(count_neighbor, 0), (count_and_take_residue, 3), (pass_nothing_on, 0), (pass_refusal_on, 3)],
)
@pytest.mark.parametrize("where", EVERYWHERE)
def test_an_application_accepts_by_nothing_or_by_a_value_other_than_0(where, apply, refuses):
    graph, device = GRAPHS["kronecker"](), EVERYWHERE[where]
    frontier = operators.Frontier(graph, device=device).load_all()
    problem = numbers(device, graph.num_vertices)
    operators.advance(graph, frontier, cond=is_even, apply=apply, problem=problem, idempotent=True)
    even = [dst for dst in graph.csr.dst.tolist() if dst % 2 == 0]
    assert Counter(dict(enumerate(host(problem.counts).tolist()))) == Counter(even)
    assert Counter(host(frontier.items).tolist()) == Counter(v for v in even if not refuses or v % refuses)


def residue(source, neighbor, edge, problem):
    return 0.5 * (neighbor % problem.modulus)


@pytest.mark.parametrize("where", EVERYWHERE)
def test_a_number_other_than_0_accepts(where):
    graph, device = GRAPHS["kronecker"](), EVERYWHERE[where]
    frontier = operators.Frontier(graph, device=device).load_all()
    operators.advance(graph, frontier, residue, numbers(device), idempotent=True)
    assert Counter(host(frontier.items).tolist()) == Counter(v for v in graph.csr.dst.tolist() if v % 3)


@pytest.mark.parametrize("load_balance", ["thread", "buckets", "edges"])
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
