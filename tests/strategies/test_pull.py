"""Pull: a vertex stops at its first parent."""

import numpy as np
import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
LAYOUTS = ["csc", "ell", "jds"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_predecessor_is_the_smallest(layout, device):
    def predecessors(graph):
        result = wf.bfs(graph, 0, strategy="pull", device=device, layout=layout)
        return result.to_numpy().predecessors.tolist()

    assert predecessors(generators.book_graph()) == [-1, 0, 0, 1, 1, 2, 2, 2, 3]
    late = wf.Graph.from_edges([0, 0, 0, 5, 4, 3], [5, 4, 3, 6, 6, 6])
    assert predecessors(late)[6] == 3


@pytest.mark.parametrize("layout", LAYOUTS)
def test_its_account_on_the_books_graph(layout):
    # In-edges up to the first from the frontier; at level 2 vertex 8 inspects its 3 in vain.
    figures = ["threads_active", "edges_inspected", "longest_thread", "threads_labelling"]
    assert columns(generators.book_graph(), "pull", *figures, layout=layout) == [
        [8, 6, 1, 0],
        [14, 8, 1, 0],
        [3, 3, 1, 0],
        [2, 5, 1, 0],
    ]


def test_no_race_is_left_open():
    assert columns(overlapping(), "pull", "threads_labelling", "global_atomics") == [[2, 2, 0], [0, 0, 0]]


def test_jds_puts_long_lists_into_one_warp():
    # Vertices 1, 3, ... 63 have 10 in-neighbors that the search never reaches, 2, 4, ... 62 one.
    long, short = np.arange(1, 64, 2), np.arange(2, 64, 2)
    unreached = np.arange(66, 76)
    src = np.concatenate([np.tile(unreached, long.size), np.full(short.size, 66)])
    graph = wf.Graph.from_edges(src, np.concatenate([long.repeat(10), short]))
    (csc,), (jds,) = (columns(graph, "pull", "warp_steps", layout=layout) for layout in ("csc", "jds"))
    assert (csc[0], jds[0]) == (10 + 10, 10 + 1)


def test_neighboring_threads_share_sectors_of_padded_lists():
    """Everyone waits, for the same number of in-neighbors: ELL needs no offsets and has no padding."""
    ring = np.arange(64)
    graph = wf.Graph.from_edges(np.append(ring, ring), np.append((ring + 1) % 64, (ring + 2) % 64), 65)
    (csc,), (ell,) = (
        [sum(row.sectors_read for row in wf.account(graph, 64, "pull", layout=layout).rows)]
        for layout in ("csc", "ell")
    )
    assert ell < csc


def test_other_layouts_and_options_are_refused():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="layout 'csr': choose one of 'csc', 'ell', 'jds'"):
            search(generators.path(5), 0, strategy="pull", layout="csr")
        with pytest.raises(wf.InputError, match="strategy 'pull' takes layout, literal, not alpha"):
            search(generators.path(5), 0, strategy="pull", alpha=3)
        with pytest.raises(wf.InputError, match="no text prints a kernel over 'jds'"):
            search(generators.path(5), 0, strategy="pull", layout="jds", literal=True)
