"""Vertices stand apart in the order of their levels, and edges pass by the vertices in between."""

import itertools

import numpy as np
import pytest

import wavefront as wf
from wavefront.measure.drawing.placement import RADIUS, curve, placed


def place(graph, names=None):
    levels = wf.bfs(graph, 0).levels.tolist()
    edges = set(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    return levels, placed(names or list(range(graph.num_vertices)), levels, edges)


def random_graph(seed):
    rng = np.random.default_rng(seed)
    return wf.Graph.from_edges(*rng.integers(0, 40, (2, 90)), 40)


GRAPHS = [
    *map(random_graph, range(3)),
    wf.generators.star(40),
    wf.generators.grid(5, 8),
    wf.generators.path(1),
]


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("long_names", [False, True])
def test_vertices_stand_apart_within_the_drawing(graph, long_names):
    levels, drawn = place(graph, ["a long name"] * graph.num_vertices if long_names else None)
    for (x, y), (other_x, other_y) in itertools.combinations(drawn.at, 2):
        assert abs(x - other_x) >= 2 * drawn.reach or abs(y - other_y) >= 2 * RADIUS
    for x, y in drawn.at:
        assert drawn.reach <= x + 1e-6 <= drawn.width - drawn.reach + 2e-6
        assert RADIUS <= y + 1e-6 <= drawn.height - RADIUS + 2e-6
    for (x, _), (other_x, _), near, far in (
        (drawn.at[a], drawn.at[b], levels[a], levels[b])
        for a, b in itertools.permutations(range(len(levels)), 2)
    ):
        if -1 < near < far or (far == -1 < near):
            assert x < other_x


def test_an_edge_past_a_vertex_bends_around_it():
    graph = wf.Graph.from_edges([0, 1, 2, 2], [1, 2, 3, 0])  # 2 -> 0 would cross 1
    _, drawn = place(graph)
    line = curve(drawn.at[0], drawn.bends[0, 2], drawn.at[2])
    assert np.hypot(*(line - drawn.at[1]).T).min() > RADIUS
    straight = curve(drawn.at[0], drawn.bends[0, 1], drawn.at[1])
    assert np.ptp(straight[:, 1]) == pytest.approx(0)
