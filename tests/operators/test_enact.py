"""enact: searches of a few lines, push and pull in turns, and their stops."""

import numpy as np
import pytest
from functors import Search, claim, host, label
from graphs import GRAPHS, size

import wavefront as wf
from wavefront import generators, operators

pytestmark = pytest.mark.on_devices

BALANCES = ["auto", "thread", "buckets", "edges"]

every_graph = pytest.mark.parametrize("name", GRAPHS)


def is_unvisited(vertex, problem):
    return problem.levels[vertex] == -1


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
