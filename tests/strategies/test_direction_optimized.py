"""Push first, pull later: when the search changes direction."""

import pytest
import reference
from graphs import GRAPHS, random_multigraph

import wavefront as wf
from wavefront import generators


def directions(graph, source=0, **options):
    """Of a search's levels, that is, of the trace; the account says the same."""
    ran = wf.bfs(graph, source, strategy="direction_optimized", trace=True, **options).trace.levels
    rows = wf.account(graph, source, "direction_optimized", **options).rows
    assert [row.direction for row in rows] == [level.direction for level in ran]
    return [row.direction for row in rows]


def expected(graph, source, alpha, beta, switch):
    """The rule, worked out from the plain-Python levels."""
    edges = list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    levels = reference.bfs_levels(graph.num_vertices, edges, [source])
    found, direction, before = [], "push", graph.num_vertices + 1
    for level in range(max(levels) + 1):
        size = levels.count(level)
        if direction == "pull":
            if size < before and size * beta < graph.num_vertices:
                direction = "push"
        elif size > before:
            if switch == "vertices":
                part, left = size, sum(other > level or other < 0 for other in levels)
            else:
                part = sum(levels[tail] == level for tail, _ in edges)
                left = len(edges) - sum(0 <= levels[tail] < level for tail, _ in edges)
            if part * alpha > left:
                direction = "pull"
        before = size
        found.append(direction)
    return found


@pytest.mark.parametrize("switch", ["edges", "vertices"])
@pytest.mark.parametrize(("alpha", "beta"), [(15.0, 18.0), (1.0, 2.0), (4.0, 1e9), (1e-9, 1.0), (1e9, 4.0)])
def test_directions_follow_the_rule(switch, alpha, beta):
    for graph in (*(make() for make in GRAPHS.values()), *map(random_multigraph, range(20))):
        for source in {0, graph.num_vertices // 2}:
            said = expected(graph, source, alpha, beta, switch)
            assert directions(graph, source, alpha=alpha, beta=beta, switch=switch) == said
            rule = {"alpha": alpha, "beta": beta, "switch": switch}
            ran = wf.bfs(graph, source, strategy="operators", trace=True, **rule).trace.levels
            assert [level.direction for level in ran] == said


@pytest.mark.parametrize("strategy", ["direction_optimized", "operators"])
@pytest.mark.parametrize("switch", ["edges", "vertices"])
@pytest.mark.parametrize("graph", [generators.book_graph(), generators.small_book_graph()], ids=["15", "12"])
def test_the_books_graphs_are_pushed_first(graph, switch, strategy):
    for source in range(graph.num_vertices):
        for alpha in (15.0, 1e9):
            result = wf.bfs(graph, source, strategy=strategy, trace=True, switch=switch, alpha=alpha)
            assert result.trace.levels[0].direction == "push"


def test_high_degree_switches_to_pull_earlier():
    dense = generators.uniform(4000, 4000 * 64, seed=1)
    sparse = generators.uniform(4000, 4000 * 4, seed=1)
    assert directions(dense).index("pull") < directions(sparse).index("pull")


def test_alpha_and_beta_choose_the_direction():
    graph = generators.kronecker(9, seed=1)
    assert set(directions(graph, 1, alpha=1e-9)) == {"push"}
    assert set(directions(graph, 1, alpha=1e9, beta=1e9)[1:]) == {"pull"}


def test_a_frontier_that_shrinks_is_not_pulled():
    """From a corner, half of a grid's levels shrink, and the last ones have few vertices and edges left."""
    found = directions(generators.grid(40, 40))
    assert set(found[40:]) == {"push"}


def test_the_book_graph_by_hand():
    """Of 15 edges 15, 13, 8 and 0 are left before the levels, whose frontiers have 2, 5, 8 and 0.

    Of 9 vertices 8, 6, 1 and 0 are left, and the frontiers have 1, 2, 5 and 1.
    """
    book = generators.book_graph()
    assert directions(book, alpha=2.0, beta=9.0) == ["push", "push", "pull", "pull"]
    assert directions(book, alpha=2.0, beta=5.0) == ["push", "push", "pull", "push"]
    assert directions(book, alpha=3.0, beta=2.0) == ["push", "pull", "pull", "push"]
    assert directions(book, alpha=3.0, beta=2.0, switch="vertices") == ["push", "push", "pull", "push"]
    assert directions(book, alpha=1.0, beta=9.0, switch="vertices") == ["push", "push", "pull", "pull"]


def test_as_printed_it_never_pushes_again():
    graph = generators.kronecker(9, seed=1)
    ours, printed = (
        directions(graph, 1, alpha=2.0, beta=2.0),
        directions(graph, 1, alpha=2.0, beta=2.0, literal=True),
    )
    turn = ours.index("pull")
    assert "push" in ours[turn:]
    assert printed == ["push"] * turn + ["pull"] * (len(ours) - turn)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0}, "alpha is a positive number"),
        ({"beta": -1.0}, "beta is a positive number"),
        ({"beta": "18"}, "beta is a positive number"),
        ({"switch": "levels"}, "switch"),
        ({"literal": True, "beta": 0}, "beta is a positive number"),
    ],
)
def test_wrong_options(options, message):
    for call in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match=message):
            call(generators.path(5), 0, strategy="direction_optimized", **options)
