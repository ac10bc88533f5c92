"""Wrong filters, and what a search with filters refuses."""

import numpy as np
import pytest
from test_filters import Times, bitmap, is_mixed, is_recent, on, on_devices

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.filtered_bfs import kept_from
from wavefront.enactor import NO_STOP
from wavefront.trace import Trace


def test_a_path_without_predecessors_needs_all_edges():
    graph = generators.path(4)
    found = wf.bfs(graph, 0, predecessors=False, edge_filter=np.ones(6, bool))
    with pytest.raises(wf.InputError, match="predecessors=True"):
        found.path(3)
    assert wf.bfs(graph, 0, predecessors=False, vertex_filter=np.ones(4, bool)).path(2) == [0, 1, 2]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"vertex_filter": np.ones(3, bool)}, "vertex_filter must have 4 bool"),
        ({"edge_filter": np.ones(7, bool)}, "edge_filter must have 6 bool"),
        ({"edge_filter": np.ones(2, np.uint32)}, "1 words of a bitmap for 6 edges"),
        ({"edge_filter": np.ones(6, int)}, "astype"),
        ({"edge_filter": [0.5] * 6}, "edge_filter is an array of bool"),
        ({"vertex_filter": np.arange(4) > 0}, "source 0 is dropped"),
        ({"vertex_filter": lambda vertex: vertex > 0}, "source 0 is dropped"),
        ({"vertex_filter": lambda source, neighbor: True}, "2 arguments; it is called with 1: vertex"),
        ({"edge_filter": lambda vertex: True}, "called with 3: source, neighbor, edge"),
        ({"edge_filter": (is_mixed, Times(np.zeros(6), 1))}, "called with 4: source, neighbor, edge, data"),
        ({"edge_filter": (is_recent, 5)}, "NamedTuple"),
        ({"edge_filter": max}, "plain Python function"),
        ({"edge_filter": np.ones(6, bool), "strategy": "push"}, "takes no filters; these do: sequential"),
        ({"edge_filter": np.ones(6, bool), "strategy": "sequential", "literal": True}, "as it is printed"),
    ],
)
def test_wrong_filters(given, message):
    with pytest.raises(wf.InputError, match=message):
        wf.bfs(generators.path(4), 0, device="cpu", **given)


@on_devices
@pytest.mark.parametrize("form", ["bools", "bitmap", "function"])
def test_a_dropped_source_is_refused_each_time(device, form):
    graph, kept = wf.generators.grid(20, 30), np.arange(600) % 7 != 3
    given = {"bools": on(device, kept), "bitmap": on(device, bitmap(kept)), "function": lambda v: v % 7 != 3}
    for source in (0, 3, 599, 10, 1):
        if kept[source]:
            found = wf.bfs(graph, source, device=device, vertex_filter=given[form]).to_numpy()
            assert found.levels[source] == 0
            assert (found.levels[~kept] == -1).all()
        else:
            with pytest.raises(wf.InputError, match=f"source {source} is dropped by vertex_filter"):
                wf.bfs(graph, source, device=device, vertex_filter=given[form])


@on_devices
def test_a_refused_search_leaves_no_clock_of_its_trace_running(device):
    graph, sources = generators.path(5).to_device(device), np.array([0])
    kept = on(device, np.arange(5) > 0)
    trace = Trace(device, graph.out_degrees)

    def search():
        filters = kept_from(graph, sources, (kept, None), "fused", device)
        options = {"stop": NO_STOP, "predecessors": True, "filters": filters}
        wf.STRATEGIES["fused"](graph, sources, trace.device, trace=trace, **options)

    with pytest.raises(wf.InputError, match="is dropped"):
        search()
    trace.record(device.xp.zeros(5, np.int32), "push", 1, 2)
    assert (trace.levels[0].launches, trace.levels[0].milliseconds) == (0, 0.0)
