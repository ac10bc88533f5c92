"""Edge-centric: every edge in every level, whatever the degrees."""

import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize("layout", ["coo", "ell"])
def test_without_edges_no_thread_runs(layout, device):
    graph = wf.Graph.from_edges([], [], 3)
    result = wf.bfs(graph, 1, strategy="edge_centric", device=device, layout=layout).to_numpy()
    assert result.levels.tolist() == [-1, 0, -1]
    figures = ["kernel_launches", "threads_launched"]
    assert columns(graph.to_device("cpu"), "edge_centric", *figures, layout=layout) == [[0], [0]]


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


def test_over_ell_a_thread_per_slot_skips_the_padding():
    """9 vertices, at most 3 neighbors: of the frontier's slots those without an edge are padding."""
    figures = ["threads_launched", "threads_active", "edges_inspected", "longest_thread"]
    assert columns(generators.book_graph(), "edge_centric", *figures, layout="ell") == [
        [27, 27, 27, 27],
        [3, 6, 15, 3],
        [2, 5, 8, 0],
        [1, 1, 1, 0],
    ]


def test_another_layout_is_refused():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="layout 'jds': choose one of 'coo', 'ell'"):
            search(generators.path(5), 0, strategy="edge_centric", layout="jds")
