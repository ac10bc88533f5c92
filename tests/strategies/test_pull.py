"""Pull: a vertex stops at its first parent."""

import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def test_the_predecessor_is_the_smallest(device):
    result = wf.bfs(generators.book_graph(), 0, strategy="pull", device=device).to_numpy()
    assert result.predecessors.tolist() == [-1, 0, 0, 1, 1, 2, 2, 2, 3]
    late = wf.Graph.from_edges([0, 0, 0, 5, 4, 3], [5, 4, 3, 6, 6, 6])
    assert wf.bfs(late, 0, strategy="pull", device=device).to_numpy().predecessors[6] == 3


def test_its_account_on_the_books_graph():
    # In-edges up to the first from the frontier; at level 2 vertex 8 inspects its 3 in vain.
    figures = ["threads_active", "edges_inspected", "longest_thread", "threads_labelling"]
    assert columns(generators.book_graph(), "pull", *figures) == [
        [8, 6, 1, 0],
        [14, 8, 1, 0],
        [3, 3, 1, 0],
        [2, 5, 1, 0],
    ]


def test_no_race_is_left_open():
    assert columns(overlapping(), "pull", "threads_labelling", "global_atomics") == [[2, 2, 0], [0, 0, 0]]


def test_it_takes_no_options():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="takes literal, not layout"):
            search(generators.path(5), 0, strategy="pull", layout="ell")
