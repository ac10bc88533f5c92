"""The work account against counters inside the kernels, and the roles that kernels' arrays have there."""

import inspect
import sys
from types import CodeType

import numpy as np
import pytest
from accounts import IDS, METHODS_WITH_ACCOUNT, limits, overlapping
from graphs import random_multigraph
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.accounting import counting
from wavefront.accounting.counting import CountingDevice, counted_run
from wavefront.strategies import ACCOUNTS, STRATEGIES


def hubs():
    """Two hubs that share leaves, joined by parallel edges, one with a loop; more than a warp and a block."""
    shared = np.arange(2, 302)
    src = np.concatenate([[0, 0, 0, 1], np.repeat(0, 150), np.repeat(1, 300), shared[::7]])
    dst = np.concatenate([[1, 1, 0, 5], shared[100:250], shared, np.full(shared[::7].size, 302)])
    return wf.Graph.from_edges(src, dst, 310)


GRAPHS = {
    "one vertex": lambda: wf.Graph.from_edges([], [], 1),
    "self-loop": lambda: wf.Graph.from_edges([0, 0], [0, 1]),
    "overlapping": overlapping,
    "multigraph": lambda: random_multigraph(2),
    "hubs": hubs,
    "grid": lambda: generators.grid(5, 7),
    "kronecker": lambda: generators.kronecker(6, seed=1),
    "directed kronecker": lambda: generators.kronecker(6, seed=2, directed=True),
}


def check_against_counters(graph, source, strategy, options):
    said = wf.account(graph, source, strategy, **options).rows
    counted = wf.account(graph, source, strategy, count=True, **options).rows
    assert len(said) == len(counted)
    for row, measured in zip(said, counted, strict=True):
        for name, value in measured.columns().items():
            least, most = limits(row.columns()[name])
            assert least <= value <= most, (row.level, name)


@pytest.mark.parametrize(("strategy", "options"), METHODS_WITH_ACCOUNT, ids=IDS)
@pytest.mark.parametrize("name", GRAPHS)
def test_counters_in_the_kernels_agree(name, strategy, options):
    graph = GRAPHS[name]()
    for source in {0, graph.num_vertices // 2}:
        check_against_counters(graph, source, strategy, options)


@settings(max_examples=150)
@given(data=st.data(), directed=st.booleans())
def test_counters_agree_on_any_graph(data, directed):
    quick = [(name, options) for name, options in METHODS_WITH_ACCOUNT if options.get("block_size", 0) <= 8]
    large_blocks = ("privatized", "hierarchical", "single_block")
    strategy, options = data.draw(st.sampled_from([m for m in quick if m[1] or m[0] not in large_blocks]))
    count = data.draw(st.integers(1, 12))
    vertex = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    sources = data.draw(st.lists(vertex, min_size=1, max_size=3))
    src, dst = np.array(edges, int).reshape(-1, 2).T
    graph = wf.Graph.from_edges(src, dst, count, directed=directed)
    check_against_counters(graph, sources, strategy, options)


def test_a_graph_too_large_to_count_on():
    graph = generators.path(1000)
    with pytest.raises(wf.InputError, match="plain Python"):
        wf.account(graph, 0, "push", count=True)
    assert counting.MAX_STEPS < (1000 + 2 * 999) * 1000


def test_an_error_in_a_kernel_with_barriers_is_the_callers(monkeypatch):
    monkeypatch.setattr("wavefront.strategies.privatized.append", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        wf.account(overlapping(), 0, "privatized", count=True, block_size=4, capacity=1)


ROLES = {"edges": {"dst", "either"}, "labels": {"levels"}, "other": {"either"}}


def visit(item, dst, levels):
    levels[dst[item]] = 1


def visit_without_role(item, dst, forgotten):
    forgotten[dst[item]] = 1


def visit_with_two_roles(item, either):
    either[item] = 1


def test_arrays_count_by_their_roles():
    device = CountingDevice()
    levels = np.array([0, -1, -1])
    device.for_each(2, visit, np.array([1, 2]), levels)
    device.record(levels, "push", 1, 2)
    (row,) = device.rows
    assert (row.edges_inspected, row.threads_labelling, row.vertices_labelled) == (2, 2, 2)


@pytest.mark.parametrize(
    ("kernel", "count", "message"),
    [
        (visit_without_role, 2, "gives no role to the array 'forgotten' of visit_without_role"),
        (visit_with_two_roles, 1, "gives edges and other to the array 'either'"),
    ],
)
def test_every_array_has_one_role(kernel, count, message):
    with pytest.raises(TypeError, match=message):
        CountingDevice().for_each(3, kernel, *[np.zeros(3, int)] * count)


def parameters(code):
    """The names of a function's parameters, and of the functions in it."""
    within = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return {*code.co_varnames[: code.co_argcount], *(name for inner in within for name in parameters(inner))}


# direction_optimized has the kernels of push and pull.
@pytest.mark.parametrize("strategy", sorted(ACCOUNTS.keys() - {"direction_optimized"}))
def test_a_role_is_of_a_parameter(strategy):
    module = sys.modules[ACCOUNTS[strategy].__module__]
    functions = [value for value in map(inspect.unwrap, vars(module).values()) if inspect.isfunction(value)]
    known = {name for function in functions for name in parameters(function.__code__)}
    assert {name for names in module.ROLES.values() for name in names} <= known


def kept(strategy, **options):
    """A run on the book's graph from vertex 0 that keeps its log."""
    graph, source = generators.book_graph(), np.zeros(1, int)
    return counted_run(STRATEGIES[strategy], graph, source, options, keep_threads=True)[1]


def test_accesses_are_logged_in_their_order_an_atomic_as_one():
    first = kept("frontier_queue").accesses[0]
    said = [(at.kind, at.array, at.slot, at.value) for at in first if at.log.kernel == "visit"]
    assert said == [
        ("read", "prev_frontier", 0, 0),
        ("read", "src_ptr", 0, 0),
        ("read", "src_ptr", 1, 2),
        *(
            access
            for place, vertex in enumerate((1, 2))
            for access in (
                ("read", "dst", place, vertex),
                ("read", "levels", vertex, -1),
                ("atomic", "levels", vertex, -1),
                ("atomic", "tails", 0, place),
                ("write", "curr_frontier", place, vertex),
            )
        ),
    ]


@pytest.mark.parametrize("strategy", ["push", "edge_centric"])
def test_as_printed_who_labels_stores_a_mark_and_the_flag(strategy):
    for accesses in kept(strategy, literal=True).accesses:
        stores = [(at.array, at.slot) for at in accesses if at.kind == "write"]
        labelled = [slot for array, slot in stores if array == "levels"]
        assert stores == [
            store
            for vertex in labelled
            for store in (("levels", vertex), ("visited", vertex), ("visited", 0))
        ]


def test_shared_memory_is_kept_by_the_kernels_names():
    counter = kept("privatized", block_size=1, capacity=2)
    second = counter.shared[1]
    assert [memory.block for memory in second] == [0, 1]
    assert [memory.arrays["size"].tolist() for memory in second] == [[2], [3]]
    assert [memory.arrays["queue"].tolist() for memory in second] == [[3, 4], [5, 6]]
    assert {at.array for level in counter.accesses for at in level} == set(counter.arrays) - {
        "marks",
        "predecessors",
    }
