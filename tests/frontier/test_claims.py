"""The three kinds of claim, each as the book prints it and in our form, in every strategy with a queue."""

import itertools
import random

import numpy as np
import pytest
from accounts import columns, limits, overlapping, queued
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import bfs_levels

import wavefront as wf
from wavefront import generators
from wavefront.device import Python

FORMS = [
    {"claim": claim, "literal": literal}
    for claim, literal in itertools.product(("cas", "exch", "or"), (False, True))
]
SIZES = [(name, sizes) for capacity in (1, 3) for name, sizes in queued(capacity).items()]
STRATEGIES = list(queued(1))


@settings(max_examples=100)
@given(data=st.data(), chosen=st.sampled_from(SIZES), form=st.sampled_from(FORMS), seed=st.integers(0, 9))
def test_any_graph_in_any_order_of_the_threads(data, chosen, form, seed):
    (strategy, sizes), count = chosen, data.draw(st.integers(1, 12))
    vertex = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    graph = wf.Graph.from_edges(*np.array(edges, int).reshape(-1, 2).T, count)
    draw = random.Random(seed)
    device = Python(lambda ready: draw.randrange(len(ready)))
    found = wf.bfs(graph, 0, strategy=strategy, device=device, trace=True, **sizes, **form)
    assert found.levels.tolist() == bfs_levels(count, edges, [0])
    wf.validate_bfs(graph, 0, found.levels, found.predecessors)
    said = wf.account(graph, 0, strategy, **sizes, **form).rows
    counted = wf.account(graph, 0, strategy, count=True, **sizes, **form).rows
    assert [row.where for row in said] == [row.where for row in counted]
    assert [row.where for row in said] == [row.where for row in found.trace.levels]
    for row, measured in zip(said, counted, strict=True):
        for name in ("block_atomics", "global_atomics", "threads_labelling", "threads_launched"):
            least, most = limits(getattr(row, name))
            assert least <= getattr(measured, name) <= most, name


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_no_vertex_enters_a_queue_twice(strategy, form):
    """The sources lead to the same vertices: one of the threads appends each, in whatever order they run."""
    graph = wf.Graph.from_edges([0, 1, 0, 1, 2, 3], [2, 2, 3, 3, 4, 4])
    for schedule in ("lockstep", "random"):
        found = wf.interleave(strategy, graph, [0, 1], schedule=schedule, **queued(1)[strategy], **form)
        assert found.levels.tolist() == [0, 0, 1, 1, 2]
        accesses = [access for launch in found.launches for access in launch.accesses]
        assert sum(map(wins, accesses)) == 3
        # A thread that takes a vertex from a queue reads where the vertex's list begins and ends.
        assert sum(access.array == "src_ptr" for access in accesses) == 2 * graph.num_vertices


def wins(access):
    """Whether the access is the claim that succeeds."""
    return access.is_atomic and access.array in ("levels", "marks") and access.before != access.after


@pytest.mark.parametrize("claim", ["cas", "exch", "or"])
def test_no_order_of_the_threads_is_wrong(claim):
    graph = wf.Graph.from_edges([0, 1, 2], [2, 2, 3])
    everything = wf.interleave("frontier_queue", graph, [0, 1], schedule="exhaustive", claim=claim)
    assert everything.schedules > 10
    assert everything.wrong == 0


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("claim", ["cas", "exch", "or"])
def test_as_printed_every_edge_takes_an_atomic(strategy, claim):
    options = {**queued(64)[strategy], "claim": claim}
    (edges, atomics), (_, fewer) = (
        columns(overlapping(), strategy, "edges_inspected", "global_atomics", literal=literal, **options)
        for literal in (True, False)
    )
    # Level 2: 4 edges lead to 2 vertices, and 3 pairs of vertices.
    assert limits(atomics[1])[0] - limits(fewer[1])[0] == edges[1] - 2
    assert limits(atomics[1])[1] - limits(fewer[1])[1] == edges[1] - 3


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_another_claim_is_refused(strategy):
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="claim 'max'"):
            search(generators.path(5), 0, strategy=strategy, claim="max")


# The soak tests run all that take more than a second.
SHORT = {("privatized", "exch", True), ("hierarchical", "exch", True), ("single_block", "cas", False)}
ALL_ORDERS = [
    pytest.param(*row, marks=() if row in SHORT else pytest.mark.soak)
    for row in itertools.product(STRATEGIES[1:], ("cas", "exch"), (False, True))
]


@pytest.mark.parametrize(("strategy", "claim", "literal"), ALL_ORDERS)
def test_a_full_queue_loses_no_vertex_in_any_order(strategy, claim, literal):
    """Two threads claim two vertices each for a queue of one, whose counter the printed form stores."""
    fans = wf.Graph.from_edges([0, 0, 1, 1, 2, 3, 4, 5], [2, 3, 4, 5, 6, 7, 8, 9])
    sizes = {**queued(1)[strategy], "block_size": 2}
    if "warp_size" in sizes:
        sizes["warp_size"] = 1
    everything = wf.interleave(
        strategy,
        fans,
        [0, 1],
        schedule="exhaustive",
        predecessors=False,
        claim=claim,
        literal=literal,
        **sizes,
    )
    assert everything.schedules > 500
    assert everything.wrong == 0
    assert not everything.harmful
