"""The sequential search: one thread, in the order of its queue."""

import pytest
from accounts import columns

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def test_a_vertex_is_found_by_the_first_in_the_queue(device):
    result = wf.bfs(generators.book_graph(), 0, strategy="sequential", device=device).to_numpy()
    assert result.predecessors.tolist() == [-1, 0, 0, 1, 1, 2, 2, 2, 3]
    graph = wf.Graph.from_edges([0, 0, 3, 1], [3, 1, 4, 4])  # 1 comes first: its list is sorted
    found = wf.bfs(graph, 0, strategy="sequential", device=device).to_numpy()
    assert found.predecessors.tolist() == [-1, 0, -1, 0, 1]


def test_its_account_is_that_of_one_thread():
    figures = ["threads_launched", "threads_labelling", "edges_inspected", "longest_thread", "warp_steps"]
    assert columns(generators.book_graph(), "sequential", *figures) == [
        [1, 1, 1, 1],
        [1, 1, 1, 0],
        [2, 5, 8, 0],
        [2, 5, 8, 0],
        [2, 5, 8, 0],
    ]


def test_it_takes_no_options():
    with pytest.raises(wf.InputError, match="strategy 'sequential' takes literal, not layout"):
        wf.bfs(generators.path(5), 0, strategy="sequential", layout="csr")


def test_as_printed_the_search_is_one_call(device):
    result = wf.bfs(
        generators.book_graph(), 0, strategy="sequential", device=device, trace=True, literal=True
    ).to_numpy()
    assert [row.launches for row in result.trace.levels] == [1, 0, 0, 0]
    assert [row.vertices for row in result.trace.levels] == [2, 5, 1, 0]
    assert result.predecessors.tolist() == [-1, 0, 0, 1, 1, 2, 2, 2, 3]
    launches, ours = (
        columns(generators.book_graph(), "sequential", "kernel_launches", "edges_inspected", literal=literal)
        for literal in (True, False)
    )
    assert (launches[0], ours[0]) == ([1, 0, 0, 0], [1, 1, 1, 1])
    assert launches[1] == ours[1]
