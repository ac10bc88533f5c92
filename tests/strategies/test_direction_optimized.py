"""Push first, pull later: when the search changes direction."""

import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.parametrize(
    "options", [{}, {"alpha": 1.0, "beta": 2.0}, {"alpha": 1e-9}, {"alpha": 1e9, "beta": 1e9}]
)
def test_directions_follow_the_kernels_rule(options):
    graph = generators.uniform(3000, 3000 * 6, seed=2)
    ran = wf.bfs(graph, 0, strategy="direction_optimized", trace=True, **options).trace.levels
    rows = wf.account(graph, 0, "direction_optimized", **options).rows
    assert [row.direction for row in rows] == [level.direction for level in ran]


def test_high_degree_switches_to_pull_earlier():
    def first_pull(graph):
        rows = wf.bfs(graph, 0, strategy="direction_optimized", trace=True).trace.levels
        return next(row.level for row in rows if row.direction == "pull")

    dense = generators.uniform(4000, 4000 * 64, seed=1)
    sparse = generators.uniform(4000, 4000 * 4, seed=1)
    assert first_pull(dense) < first_pull(sparse)


def test_alpha_and_beta_choose_the_direction():
    graph = generators.kronecker(9, seed=1)

    def directions(**options):
        result = wf.bfs(graph, 1, strategy="direction_optimized", trace=True, **options)
        return {row.direction for row in result.trace.levels}

    assert directions(alpha=1e-9) == {"push"}
    assert directions(alpha=1e9, beta=1e9) == {"pull"}


def test_the_book_graph_by_hand():
    """Of 15 edges 15, 13, 8 and 0 are left before the levels, whose frontiers have 2, 5, 8 and 0."""

    def directions(**options):
        rows = wf.account(generators.book_graph(), 0, "direction_optimized", **options).rows
        return [row.direction for row in rows]

    assert directions(alpha=2.0, beta=9.0) == ["push", "push", "pull", "pull"]
    assert directions(alpha=2.0, beta=5.0) == ["push", "push", "pull", "push"]
    assert directions(alpha=3.0, beta=2.0) == ["push", "pull", "pull", "push"]


@pytest.mark.parametrize("options", [{"alpha": 0}, {"beta": -1.0}])
def test_alpha_and_beta_are_positive(options):
    with pytest.raises(wf.InputError, match=r"(alpha|beta) is a positive number"):
        wf.bfs(generators.path(5), 0, strategy="direction_optimized", **options)
