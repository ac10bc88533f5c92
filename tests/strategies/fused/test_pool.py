"""The pool that keeps the fused search's scratch: bounded, never shared, gone with its graph."""

import gc
import threading
import time
import weakref

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.strategies.fused.pool import KEPT, Pool, pool_of

UNPREPARED, PREPARED = False, True  # the forms of scratch on the CPU


class Scratch:
    """Something that can be referred to weakly, and held by one thread at a time."""

    def __init__(self):
        self.held = threading.Lock()


def taken(pool, form):
    """All idle scratch of this form."""
    return list(iter(lambda: pool.take(form), None))


def in_threads(count, call):
    """Run `call(number)` in so many threads at once; raises what one of them raised."""
    errors, together = [], threading.Barrier(count)

    def run(number):
        try:
            together.wait()
            call(number)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_scratch_is_used_again_for_its_form_only():
    pool, first, second = Pool(4), Scratch(), Scratch()
    assert pool.take("a") is None
    pool.give_back("a", first)
    pool.give_back("b", second)
    assert pool.take("c") is None
    assert pool.take("a") is first
    assert pool.take("a") is None
    assert pool.take("b") is second


def test_what_was_used_last_is_taken_first_and_dropped_last():
    pool = Pool(2)
    kinds = [Scratch() for _ in range(3)]
    gone = weakref.ref(kinds[0])
    for scratch in kinds:
        pool.give_back("a", scratch)
    assert [pool.take("a"), pool.take("a"), pool.take("a")] == [kinds[2], kinds[1], None]
    del kinds, scratch
    assert gone() is None


def test_a_pool_is_bounded_when_every_search_has_another_form():
    pool, refs = Pool(KEPT), []
    for form in range(5 * KEPT):
        scratch = pool.take(form) or Scratch()
        refs.append(weakref.ref(scratch))
        pool.give_back(form, scratch)
        del scratch
    assert [number for number, ref in enumerate(refs) if ref()] == list(range(4 * KEPT, 5 * KEPT))


class Yielding:
    """A form at each look at which in a dict another thread runs."""

    def __hash__(self):
        time.sleep(0)
        return 1


def test_no_two_threads_share_scratch():
    pool, forms, refs = Pool(3), (Yielding(), Yielding()), []

    def search(number):
        for turn in range(500):
            form = forms[(number + turn) % 2]
            scratch = pool.take(form)
            if scratch is None:
                scratch = Scratch()
                refs.append(weakref.ref(scratch))
            assert scratch.held.acquire(blocking=False), "two threads hold the same scratch"
            time.sleep(0)
            scratch.held.release()
            pool.give_back(form, scratch)

    in_threads(6, search)
    assert 1 <= sum(ref() is not None for ref in refs) <= 3
    assert len(taken(pool, forms[0])) + len(taken(pool, forms[1])) <= 3


def test_what_is_dropped_may_give_something_back():
    pool = Pool(1)

    class Owner:
        def __del__(self):
            pool.give_back("owned", Scratch())

    pool.give_back("owner", Owner())
    thread = threading.Thread(target=pool.give_back, args=("other", Scratch()), daemon=True)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()
    assert len([form for form in ("owner", "other", "owned") for _ in taken(pool, form)]) == 1


def test_pools_are_by_graph_and_purpose():
    one, other = generators.path(3), generators.path(3)
    pools = [pool_of(one, "cpu"), pool_of(one, 0), pool_of(other, "cpu")]
    assert len(set(pools)) == 3
    assert pools == [pool_of(one, "cpu"), pool_of(one, 0), pool_of(other, "cpu")]


def test_the_pool_of_a_graph_is_bounded_whatever_searches_it():
    graph = generators.kronecker(12, seed=4)
    expected = [wf.bfs(graph, source, strategy="push", device="cpu").levels for source in range(3 * KEPT)]

    def search(source):
        for _ in range(3):
            found = wf.bfs(graph, source, strategy="fused", device="cpu")
            assert (found.levels == expected[source]).all()

    pool = pool_of(graph, "cpu")
    in_threads(3 * KEPT, search)
    graph.prepare("hubs_first")
    in_threads(3 * KEPT, search)
    prepared, unprepared = taken(pool, PREPARED), taken(pool, UNPREPARED)
    assert prepared
    assert len(prepared) + len(unprepared) <= KEPT
    queues = [scratch.queues.queue.ctypes.data for scratch in prepared + unprepared]
    assert len(set(queues)) == len(queues)


def test_searches_in_turns_use_the_same_scratch():
    graph = generators.path(50)
    pool, forms = pool_of(graph, "cpu"), (UNPREPARED, PREPARED)
    wf.bfs(graph, 0, strategy="fused", device="cpu", serial_edges=9)
    wf.bfs(graph.prepare("hubs_first"), 0, strategy="fused", device="cpu", serial_edges=9)
    first = {form: taken(pool, form) for form in forms}
    assert [len(first[form]) for form in forms] == [1, 1]
    for form in forms:
        pool.give_back(form, first[form][0])
    for source in range(20):
        wf.bfs(graph, source, strategy="fused", device="cpu", serial_edges=9)
    for form in forms:
        (kept,) = taken(pool, form)
        assert kept is first[form][0]


@pytest.mark.parametrize("prepared", [False, True])
def test_scratch_is_dropped_with_its_graph(prepared):
    graph = generators.path(1000)
    if prepared:
        graph.prepare("hubs_first")
    result = wf.bfs(graph, 0, strategy="fused", device="cpu", serial_edges=9)
    pool = pool_of(graph, "cpu")
    scratch = pool.take(prepared)
    queue = weakref.ref(scratch.queues.queue)
    pool.give_back(prepared, scratch)
    levels = result.levels.copy()
    del pool, scratch, result, graph
    gc.collect()
    assert queue() is None
    assert (levels == np.arange(1000)).all()


def test_memory_of_results_is_bounded_and_dropped_with_its_graph():
    graph = generators.grid(800, 800)  # results of 5 MB
    results = [wf.bfs(graph, source, strategy="fused", device="cpu") for source in range(4)]
    size = results[0].levels.nbytes + results[0].predecessors.nbytes
    pool = pool_of(graph, "cpu results")
    assert taken(pool, size) == []
    del results
    gc.collect()
    pieces = taken(pool, size)
    assert len(pieces) == 2
    gone = weakref.ref(pieces[0].memory)
    pool.give_back(size, pieces[0])
    del pool, pieces, graph
    gc.collect()
    assert gone() is None
