"""The search on the operators: when it pulls."""

import pytest

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize(
    ("options", "directions"),
    [
        ({"alpha": 1e-9}, ["push"] * 4),
        ({"alpha": 1e9, "beta": 1e9}, ["push", "pull", "pull", "pull"]),
        # Frontiers of 1, 2, 5 and 1 vertices, with 8, 6, 1 and 0 left to find.
        ({"alpha": 2.0, "beta": 9.0}, ["push", "push", "pull", "pull"]),
        ({"alpha": 2.0, "beta": 5.0}, ["push", "push", "pull", "push"]),
        # Frontiers of 2, 5, 8 and 0 edges, with 15, 13, 8 and 0 not inspected.
        ({"alpha": 2.5, "beta": 2.0, "switch": "edges"}, ["push", "push", "pull", "push"]),
        ({"alpha": 3.0, "beta": 2.0, "switch": "edges"}, ["push", "pull", "pull", "push"]),
    ],
)
def test_it_pulls_once_the_frontier_is_large(options, directions, device):
    result = wf.bfs(
        generators.book_graph(), 0, strategy="operators", device=device, trace=True, **options
    ).to_numpy()
    assert [row.direction for row in result.trace.levels] == directions
    assert result.levels.tolist() == [0, 1, 1, 2, 2, 2, 2, 2, 3]


@pytest.mark.parametrize("options", [{"alpha": 0}, {"beta": -1.0}, {"switch": "levels"}])
def test_options_of_the_rule(options):
    with pytest.raises(wf.InputError, match=r"(alpha|beta) is a positive number|switch"):
        wf.bfs(generators.path(5), 0, strategy="operators", **options)
