"""Push: its layouts, and the race of a vertex's parents."""

import numpy as np
import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators
from wavefront.accounting import sectors

pytestmark = pytest.mark.on_devices
LAYOUTS = ["csr", "ell", "jds"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_launch_per_level(layout, device):
    result = wf.bfs(generators.book_graph(), 0, strategy="push", device=device, trace=True, layout=layout)
    assert [row.launches for row in result.trace.levels] == [1, 1, 1, 1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_its_account_on_the_books_graph(layout):
    figures = ["threads_launched", "threads_active", "edges_inspected", "longest_thread"]
    assert columns(generators.book_graph(), "push", *figures, layout=layout) == [
        [9, 9, 9, 9],
        [1, 2, 5, 1],
        [2, 5, 8, 0],
        [2, 3, 2, 0],
    ]


def test_jds_puts_long_lists_into_one_warp():
    # At level 1 vertices 1, 3, ... 61 have 10 neighbors and the 32 others one: all warps hold both kinds.
    long, short = np.arange(1, 63, 2), np.append(np.arange(2, 63, 2), 63)
    src = np.concatenate([np.zeros(63, int), long.repeat(10), short])
    dst = np.concatenate([np.arange(1, 64), np.tile(np.arange(64, 74), 31), np.full(32, 64)])
    graph = wf.Graph.from_edges(src, dst)
    (csr,), (jds,) = (columns(graph, "push", "warp_steps", layout=layout) for layout in ("csr", "jds"))
    assert (csr[1], jds[1]) == (10 + 10, 10 + 1)


def test_an_account_looks_at_no_row_of_jds_again_in_every_level(monkeypatch):
    distinct, sizes = sectors.distinct, []
    monkeypatch.setattr(sectors, "distinct", lambda slots: sizes.append(slots.size) or distinct(slots))
    graph = generators.path(500)
    rows = wf.account(graph, 0, strategy="push", layout="jds").rows
    assert len(rows) == graph.num_vertices
    assert sum(sizes) < 10 * (len(rows) + graph.num_vertices + graph.num_edges)


def test_what_its_race_leaves_open():
    assert columns(overlapping(), "push", "threads_labelling", "global_atomics") == [
        [1, (1, 2), 0],
        [0, 0, 0],
    ]


def test_another_layout_is_refused():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="layout 'dia': choose one of 'csr', 'ell', 'jds'"):
            search(generators.path(5), 0, strategy="push", layout="dia")
    with pytest.raises(wf.InputError, match="strategy 'push' takes layout, literal, not alpha"):
        wf.bfs(generators.path(5), 0, strategy="push", alpha=3)


@pytest.mark.parametrize("layout", ["ell", "jds"])
def test_no_text_prints_a_kernel_for_other_layouts(layout):
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match=f"no text prints a kernel over '{layout}'"):
            search(generators.path(5), 0, strategy="push", layout=layout, literal=True)
