"""Edge-centric: every edge in every level, whatever the degrees."""

import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def test_without_edges_no_thread_runs(device):
    graph = wf.Graph.from_edges([], [], 3)
    result = wf.bfs(graph, 1, strategy="edge_centric", device=device).to_numpy()
    assert result.levels.tolist() == [-1, 0, -1]
    assert columns(graph.to_device("cpu"), "edge_centric", "kernel_launches", "threads_launched") == [
        [0],
        [0],
    ]


def test_its_account_on_the_books_graph():
    figures = ["threads_launched", "threads_active", "edges_inspected", "longest_thread", "warp_steps"]
    assert columns(generators.book_graph(), "edge_centric", *figures) == [
        [15, 15, 15, 15],
        [2, 5, 8, 0],
        [15, 15, 15, 15],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
    ]


def test_what_its_race_leaves_open():
    figures = columns(overlapping(), "edge_centric", "threads_labelling", "threads_active")
    assert [figure[1] for figure in figures] == [(2, 4), 4]
