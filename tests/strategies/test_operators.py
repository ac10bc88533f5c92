"""The search on the operators: when it pulls."""

import pytest

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize(
    ("pull_share", "directions"),
    [
        (1e9, ["push"] * 4),
        (0, ["pull"] * 4),
        # Frontiers of 1, 2, 5 and 1 vertices, with 9, 7, 2 and 1 counted as left to find.
        (0.5, ["push", "push", "pull", "pull"]),
    ],
)
def test_it_pulls_while_the_frontier_is_large(pull_share, directions, device):
    result = wf.bfs(
        generators.book_graph(), 0, strategy="operators", device=device, trace=True, pull_share=pull_share
    ).to_numpy()
    assert [row.direction for row in result.trace.levels] == directions
    assert result.levels.tolist() == [0, 1, 1, 2, 2, 2, 2, 2, 3]


def test_a_share_is_not_negative():
    with pytest.raises(wf.InputError, match="pull_share is a share, 0 or more, not -1"):
        wf.bfs(generators.path(5), 0, strategy="operators", pull_share=-1)
