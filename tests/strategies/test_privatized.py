"""Private queues: a full queue overflows to the frontier."""

import numpy as np
import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize("capacity", [1, 3, 19])
def test_what_a_full_queue_has_no_slot_for_goes_to_the_frontier(capacity, device):
    """One thread claims 19 vertices, and then each of these none."""
    options = {"capacity": capacity, "block_size": 4}
    result = wf.bfs(
        generators.star(20), 0, strategy="privatized", device=device, trace=True, **options
    ).to_numpy()
    assert result.levels.tolist() == [0] + [1] * 19
    assert [row.frontier for row in result.trace.levels] == [1, 19]


def test_what_overflows_takes_an_atomic_each():
    # 19 claims, one add for what the block has in its queue, and one for each of the others.
    for capacity, adds in ((1024, 19 + 1), (19, 19 + 1), (1, 19 + 1 + 18)):
        names = ["block_atomics", "global_atomics"]
        block, whole = columns(generators.star(20), "privatized", *names, capacity=capacity)
        assert (block[0], whole[0]) == (19, adds)


@pytest.mark.parametrize(("block_size", "adds"), [(2, (4, 5)), (1, (4, 6))])
def test_what_its_race_leaves_open(block_size, adds):
    names = ["block_atomics", "global_atomics"]
    block, whole = columns(overlapping(), "privatized", *names, block_size=block_size, capacity=1)
    assert (block[1], whole[1]) == (2, adds)


@pytest.mark.parametrize("strategy", ["privatized", "hierarchical"])
def test_a_cpus_queue_is_as_long_as_it_can_get(strategy):
    result = wf.bfs(generators.star(20), 0, strategy=strategy, device="cpu", capacity=2**31 - 1)
    assert result.levels.tolist() == [0] + [1] * 19


@pytest.mark.parametrize("literal", [False, True])
@pytest.mark.parametrize("search", [{"count": True}, {"count": False}, {"device": "python"}])
def test_a_block_has_no_more_than_its_shared_memory(search, literal):
    graph, call = generators.star(40), wf.bfs if "device" in search else wf.account
    options = {"strategy": "privatized", "block_size": 8, "literal": literal, **search}
    with pytest.raises(wf.InputError, match="16,000,000,000 bytes of shared memory, and a block has 48,128"):
        call(graph, 0, capacity=2 * 10**9, **options)
    with pytest.raises(wf.InputError, match="48,136 bytes"):
        call(graph, 0, capacity=6017, **options)
    call(graph, 0, capacity=6016, **options)


COUNTS = {
    "privatized": {"capacity": 4, "block_size": 8},
    "hierarchical": {"capacity": 4, "block_size": 8, "warp_capacity": 2, "warp_size": 4},
    "single_block": {"capacity": 4, "block_size": 8},
    "degree_buckets": {"warp_degree": 2, "block_degree": 8},
}


@pytest.mark.parametrize("strategy", COUNTS)
def test_a_count_may_be_numpys(strategy):
    graph = generators.star(20)
    numpys = {name: np.int64(count) for name, count in COUNTS[strategy].items()}
    for device in ("cpu", "python"):
        found = wf.bfs(graph, 0, strategy=strategy, device=device, **numpys)
        assert found.levels.tolist() == [0] + [1] * 19
    accounts = [wf.account(graph, 0, strategy=strategy, **counts) for counts in (numpys, COUNTS[strategy])]
    assert accounts[0].to_json() == accounts[1].to_json()


def test_a_queue_has_a_slot():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="capacity is a whole number, 1 or more"):
            search(generators.path(5), 0, strategy="privatized", capacity=0)
