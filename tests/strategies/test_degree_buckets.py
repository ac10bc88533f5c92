"""Buckets by degree: how many threads a vertex gets."""

import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def test_every_degree_has_its_threads(device):
    """A list of 1 for a thread, of 2 to 4 for a warp, of 19 for a block."""
    graph = wf.Graph.from_edges([0] * 19 + [1] * 2 + [2] * 4 + [3], [*range(1, 20), *range(20, 27)])
    options = {"warp_degree": 2, "block_degree": 5}
    result = wf.bfs(graph, 0, strategy="degree_buckets", device=device, **options).to_numpy()
    assert result.levels.tolist() == [0] + [1] * 19 + [2] * 7
    assert result.predecessors.tolist() == [-1] + [0] * 19 + [1] * 2 + [2] * 4 + [3]


def test_its_account_on_the_books_graph():
    # Level 2 sorts 2 vertices: one has 2 neighbors and gets a warp, one has 3 and gets a block.
    names = ["threads_launched", "kernel_launches"]
    options = {"warp_degree": 2, "block_degree": 3}
    assert columns(generators.book_graph(), "degree_buckets", *names, **options) == [
        [1 + 32, 2 + 32 + 256, 5 + 2 + 3 * 32, 1 + 1],
        [3, 4, 4, 3],
    ]


def test_what_its_race_leaves_open():
    names = ["global_atomics", "threads_launched"]
    atomics, threads = columns(overlapping(), "degree_buckets", *names, warp_degree=2)
    assert (atomics[1], threads[1]) == ((6, 8), 2 + 64)


def test_a_block_is_for_longer_lists_than_a_warp():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="block_degree 8 is less than warp_degree 32"):
            search(generators.path(5), 0, strategy="degree_buckets", block_degree=8)


def test_as_printed_every_edge_is_an_atomic():
    """Beside it, a vertex of the frontier and a vertex found are an append each."""
    (atomics,) = columns(overlapping(), "degree_buckets", "global_atomics", literal=True)
    assert atomics == [1 + 2 + 2, 2 + 4 + 2, 2 + 0 + 0]
    (ours,) = columns(overlapping(), "degree_buckets", "global_atomics")
    assert ours == [1 + 2 + 2, (2 + 2 + 2, 2 + 4 + 2), 2 + 0 + 0]
