"""Pushes of the CPU's fused search, which claim nothing: vertices that two threads find at once."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.frontier import UNVISITED
from wavefront.strategies.fused.cpu.host import new_scratch
from wavefront.strategies.fused.cpu.levels import make_room
from wavefront.strategies.fused.cpu.push import expand, flush_found, push, push_pieces
from wavefront.strategies.fused.cpu.search import (
    CHUNK,
    CURSOR,
    CUT_AT,
    END,
    HEAD,
    LEVEL,
    PIECES,
    STATE_SIZE,
    TAIL,
    Search,
)

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about the CPU")
PUSH = {"strategy": "fused", "alpha": 1e-9, "serial_edges": 0}  # in every level, by all threads


def between_steps(graph):
    """A graph, its queues, and a search at level 2 in which no vertex is labelled."""
    scratch = new_scratch(graph, None, np.dtype(np.int32))
    state = np.zeros(STATE_SIZE, np.int64)
    state[LEVEL] = 2
    count = graph.num_vertices
    labels = np.full(count, UNVISITED, np.int32), np.full(count, -1, np.int32)
    arrays = scratch.graph._replace(leads=np.empty(0, np.uint64))  # leaves are queued, too
    return arrays, scratch.queues, Search(np.zeros((2, 1), np.uint64), state, *labels)


@pytest.mark.parametrize("leaves", [5, 30])  # fewer and more than are listed
def test_the_thread_whose_predecessor_was_kept_appends_a_vertex(leaves):
    src = np.repeat([0, 1], leaves)
    graph = wf.Graph.from_edges(src, np.tile(np.arange(2, leaves + 2), 2), leaves + 2)
    arrays, queues, search = between_steps(graph)
    found = [0, 0]
    for thread in (0, 1):
        search.levels[:] = UNVISITED  # as the second thread sees them, which is late
        edges = (thread, int(graph.csr.src_ptr[thread]), int(graph.csr.src_ptr[thread + 1]))
        found[thread] = expand(thread, 0, edges, arrays, queues, search)
    assert found == [leaves, leaves]
    for thread in (0, 1):
        flush_found(thread, leaves, arrays, queues, search)
        assert search.state[END] == thread * leaves
    assert sorted(queues.queue[:leaves]) == list(range(2, leaves + 2))
    assert (search.levels[2:] == 2).all()
    assert (search.predecessors[2:] == 1).all()


@pytest.mark.parametrize("appended", [15, 25])  # of a queue of 20 places, for 10 vertices
def test_there_is_room_for_every_vertex_after_some_were_appended_twice(appended):
    arrays, queues, search = between_steps(generators.path(10))
    search.levels[[3, 5, 8]] = 1
    queues.queue[12:15] = 8, 3, 5
    search.state[[HEAD, TAIL]] = 12, appended
    make_room(arrays, queues, search)
    assert (search.state[HEAD], search.state[TAIL]) == (0, 3)
    assert sorted(queues.queue[:3]) == [3, 5, 8]


def test_a_long_list_of_a_vertex_that_was_appended_many_times():
    """Its pieces fill their room; what finds none is expanded at once."""
    arrays, queues, search = between_steps(generators.star(3000))
    search.levels[0] = 1
    copies = len(queues.pieces)  # of which each would take several pieces
    queues.queue[:copies] = 0
    search.state[[TAIL, END, CHUNK, CUT_AT]] = copies, copies, 4, 512
    guarded = np.full((len(queues.pieces) + 2 * 6, 2), -7)  # room behind that nothing may be written to
    pieces = guarded[: len(queues.pieces)]
    queues = queues._replace(pieces=pieces)
    push(0, arrays, queues, search)
    assert search.state[PIECES] > len(pieces)
    assert (guarded[len(pieces) :] == -7).all()
    search.state[CURSOR] = 0
    push_pieces(0, arrays, queues, search)
    assert (search.levels[1:] == 2).all()
    assert sorted(queues.queue[copies : search.state[END]]) == list(range(1, 3000))


@pytest.mark.parametrize("predecessors", [True, False])
def test_frontiers_with_the_same_neighbors(predecessors):
    """Two sides of 300 vertices, each joined to all of the other's, and a tail: all lists are alike."""
    ends = np.repeat(np.arange(300), 300), 300 + np.tile(np.arange(300), 300)
    tail = np.arange(599, 40_000)
    edges = (np.append(a, b) for a, b in zip(ends, (tail, tail + 1), strict=True))
    graph = wf.Graph.from_edges(*edges, directed=False)
    expected = wf.bfs(graph, 7, strategy="sequential", device="cpu").levels
    for _ in range(5):
        result = wf.bfs(graph, 7, device="cpu", predecessors=predecessors, **PUSH)
        assert (result.levels == expected).all()
    if predecessors:
        wf.validate_bfs(graph, 7, result.levels, result.predecessors)
