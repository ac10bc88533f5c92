"""Warps' queues, blocks' queues and the frontier: a full queue overflows to the next."""

import pytest
from accounts import columns

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize(("warp_capacity", "capacity"), [(1, 1), (2, 6), (6, 2), (19, 19)])
def test_what_a_full_queue_has_no_slot_for_goes_one_up(warp_capacity, capacity, device):
    options = {"warp_capacity": warp_capacity, "capacity": capacity, "block_size": 8, "warp_size": 4}
    result = wf.bfs(
        generators.star(20), 0, strategy="hierarchical", device=device, trace=True, **options
    ).to_numpy()
    assert result.levels.tolist() == [0] + [1] * 19
    assert [row.frontier for row in result.trace.levels] == [1, 19]


def test_its_account_where_both_queues_overflow():
    options = {"warp_capacity": 2, "capacity": 6, "block_size": 8, "warp_size": 4}
    names = ["block_atomics", "global_atomics"]
    block, whole = columns(generators.star(20), "hierarchical", *names, **options)
    # An add on the warp's counter for each vertex and on the block's for all but 2; 2 warps move on theirs.
    assert block[0] == 19 + 17 + 2
    # A claim for each vertex and an add on the frontier's tail for all but 6; the block moves on its own.
    assert whole[0] == 19 + 13 + 1


@pytest.mark.parametrize("search", [{"count": True}, {"count": False}, {"device": "python"}])
def test_a_block_has_no_more_than_its_shared_memory(search):
    graph, call = generators.star(40), wf.bfs if "device" in search else wf.account
    # 2 warps, each with a queue and two counters
    options = {"strategy": "hierarchical", "block_size": 8, "warp_size": 4, **search}
    for sizes in ({"warp_capacity": 2 * 10**9}, {"capacity": 2 * 10**9}):
        with pytest.raises(wf.InputError, match="bytes of shared memory, and a block has 48,128"):
            call(graph, 0, **options, **sizes)
    with pytest.raises(wf.InputError, match="48,136 bytes"):
        call(graph, 0, warp_capacity=1000, capacity=4013, **options)
    call(graph, 0, warp_capacity=1000, capacity=4012, **options)


def test_a_block_is_made_of_whole_warps():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="48 threads is not made of whole warps of 32"):
            search(generators.path(5), 0, strategy="hierarchical", block_size=48)
