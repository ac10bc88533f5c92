"""Every operator in plain Python: a functor that goes out of bounds is an error that names its line."""

import re
from typing import Any, NamedTuple

import numpy as np
import pytest
from functors import edges_of

import wavefront as wf
from wavefront import generators, operators
from wavefront.operators import Frontier


class Problem(NamedTuple):
    marks: Any


def mark_edge(source, neighbor, edge, problem):
    problem.marks[neighbor] = 1
    return True


def accept(source, neighbor, edge, problem):
    return True


def mark_indexed_edge(source, neighbor, edge, rank, index, problem):
    problem.marks[neighbor] = 1
    return True


def mark_item(item, problem):
    problem.marks[item] = 1
    return True


def mark_slot(index, segment, rank, problem):
    problem.marks[index] = 1


def mark_from_lists(source, neighbor, edge, lists, problem):
    problem.marks[lists.ids[edge]] = 1


def advance(graph, problem, **options):
    frontier = Frontier(graph, device="python").load_all()
    functor = mark_indexed_edge if options.pop("indexed", False) else mark_edge
    operators.advance(graph, frontier, functor, problem, **{"idempotent": True} | options)


def pull(graph, problem):
    unvisited = Frontier(graph, device="python").load_all()
    advance(graph, problem, direction="pull", unvisited=unvisited)


def condition_and_application(graph, problem):
    frontier = Frontier(graph, device="python").load_all()
    operators.advance(graph, frontier, cond=accept, apply=mark_edge, problem=problem, idempotent=True)


def reduce(graph, problem, over="out"):
    frontier, out = Frontier(graph, device="python").load_all(), np.zeros(graph.num_vertices)
    operators.neighbor_reduce(graph, mark_edge, problem, out, over=over, frontier=frontier)


def enact(graph, problem):
    frontier = Frontier(graph, device="python").load(0)
    operators.enact(
        lambda _: operators.advance(graph, frontier, mark_edge, problem, unique=True),
        frontier,
        max_iterations=9,
    )


CALLS = {
    "advance thread": lambda graph, problem: advance(graph, problem, load_balance="thread"),
    "advance buckets": lambda graph, problem: advance(graph, problem, load_balance="buckets"),
    "advance edges": lambda graph, problem: advance(graph, problem, load_balance="edges"),
    "advance unique": lambda graph, problem: advance(graph, problem, unique=True),
    "advance indexed": lambda graph, problem: advance(graph, problem, indexed=True),
    "advance pull": pull,
    "advance cond apply": condition_and_application,
    "filter": lambda graph, problem: operators.filter(
        Frontier(graph, device="python").load_all(), mark_item, problem
    ),
    "compute": lambda graph, problem: operators.compute(
        Frontier(graph, device="python").load_all(), mark_item, problem
    ),
    "hybrid": lambda graph, problem: operators.hybrid(
        graph,
        mark_from_lists,
        problem,
        frontier=Frontier(graph, "edges", device="python").load_all(),
    ),
    "neighbor_reduce": reduce,
    "neighbor_reduce in": lambda graph, problem: reduce(graph, problem, over="in"),
    "enact": enact,
    "load_balancing_search": lambda graph, problem: operators.load_balancing_search(
        np.array([4, 0, 5]), mark_slot, problem, device=wf.device.Python()
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_write_out_of_bounds_names_the_functor(name):
    graph = generators.book_graph()
    with pytest.raises(wf.InputError) as caught:
        CALLS[name](graph, Problem(np.zeros(8, np.int64)))
    said = re.fullmatch(
        r"'(\w+)' \((.*), line (\d+)\) writes problem.marks\[8\], out of bounds: the array has 8 elements",
        str(caught.value),
    )
    functors = [mark_edge, mark_indexed_edge, mark_item, mark_slot, mark_from_lists]
    (functor,) = (functor for functor in functors if functor.__name__ == said[1])
    assert (said[2], int(said[3])) == (__file__, functor.__code__.co_firstlineno + 1)


@pytest.mark.parametrize("name", CALLS)
def test_within_bounds_there_is_no_error(name):
    graph, problem = generators.book_graph(), Problem(np.zeros(9, np.int64))
    CALLS[name](graph, problem)
    assert problem.marks.any()


def add_ids(source, neighbor, edge, problem):
    return 100 * source + 10 * neighbor + edge


@pytest.mark.parametrize(("reduction", "reduce"), [("sum", sum), ("min", min), ("max", max), ("any", any)])
def test_a_reduction(reduction, reduce):
    graph = generators.star(90)  # a list for a whole block, and short ones
    frontier, out = Frontier(graph, device="python").load_all(), np.zeros(graph.num_vertices, np.int64)
    operators.neighbor_reduce(graph, add_ids, Problem(out), out, reduction=reduction, frontier=frontier)
    values = {vertex: [] for vertex in range(graph.num_vertices)}
    for source, neighbor, edge, _ in edges_of(graph, range(graph.num_vertices)):
        values[source].append(100 * source + 10 * neighbor + edge)
    assert out.tolist() == [reduce(values[vertex]) for vertex in values]


def test_a_frontiers_edges_are_visited_once():
    graph, seen = generators.book_graph(), []

    def note(source, neighbor, edge, problem):
        seen.append((int(source), int(neighbor), int(edge)))
        return True

    for load_balance in ("thread", "buckets", "edges"):
        frontier = Frontier(graph, device="python").load([0, 2])
        seen.clear()
        operators.advance(
            graph, frontier, note, Problem(np.zeros(0)), load_balance=load_balance, idempotent=True
        )
        assert sorted(seen) == [(src, dst, edge) for src, dst, edge, _ in edges_of(graph, [0, 2])]
