"""Levels of 8 and 16 bits: the same as those of 32, or an error, never a wrong one."""

import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one
INT8 = 127  # the last level that the type holds
LENGTHS = st.integers(1, 2 * INT8)


def broom(handle, bristles):
    """A path, from whose last vertex as many edges lead as there are bristles."""
    ends = handle + np.arange(bristles)
    src = np.concatenate([np.arange(handle - 1), np.full(bristles, handle - 1)])
    return wf.Graph.from_edges(src, np.concatenate([np.arange(1, handle), ends]), handle + bristles)


@pytest.mark.parametrize("name", GRAPHS)
def test_levels_are_those_of_32_bits(name, device):
    graph = GRAPHS[name]()
    if name == "path":
        graph = generators.path(INT8 + 1)
    expected = wf.bfs(graph, 0, device=device).to_numpy()
    for level_dtype in ("int8", "auto"):
        found = wf.bfs(graph, 0, device=device, level_dtype=level_dtype).to_numpy()
        assert found.levels.dtype == np.int8
        assert found.levels.tolist() == expected.levels.tolist()
        wf.validate_bfs(graph, 0, found.levels, found.predecessors)
        rows = wf.multi_source_bfs(graph, [0, graph.num_vertices - 1], device=device, level_dtype=level_dtype)
        assert rows.levels.dtype == np.int8
        both = wf.multi_source_bfs(graph, [0, graph.num_vertices - 1], device=device)
        assert rows.levels.tolist() == both.levels.tolist()
        assert rows.eccentricity.tolist() == both.eccentricity.tolist()
        assert rows.closeness.tolist() == both.closeness.tolist()


@settings(max_examples=size(60, 4))
@given(LENGTHS, st.integers(0, 40), st.booleans(), st.booleans())
def test_no_level_is_wrong_near_the_last_one(handle, bristles, prepared, predecessors):
    graph = broom(handle, bristles)
    graph = graph.prepare("hubs_first") if prepared and graph.num_edges else graph
    depth = handle - 1 + (bristles > 0)
    arguments = {"device": LAST, "predecessors": predecessors, "level_dtype": "int8"}
    if depth > INT8:
        with pytest.raises(wf.InputError, match=r"deeper than level 127.*int8.*level_dtype='int16' would do"):
            wf.bfs(graph, 0, **arguments)
        with pytest.raises(wf.InputError, match=r"deeper than level 127.*int8.*level_dtype='int16' would do"):
            wf.multi_source_bfs(graph, [0], device=LAST, level_dtype="int8")
    else:
        found = wf.bfs(graph, 0, **arguments).to_numpy()
        assert found.levels.tolist() == [*range(handle), *[handle] * bristles]
        rows = wf.multi_source_bfs(graph, 0, device=LAST, level_dtype=np.int8)
        assert rows.levels[0, -1] == depth


def test_a_search_that_stops_in_time_may_be_in_a_deeper_graph(device):
    graph = generators.path(3 * INT8)
    expected = wf.bfs(graph, 0, device=device, depth_limit=INT8).levels.tolist()
    for stop in ({"depth_limit": INT8}, {"target": INT8}, {"target": 400 - INT8, "depth_limit": 20}):
        stopped = stop.get("depth_limit", INT8)
        found = wf.bfs(graph, 0, device=device, level_dtype="int8", **stop)
        same = expected if stopped == INT8 else wf.bfs(graph, 0, device=device, **stop).levels.tolist()
        assert found.levels.tolist() == same
        assert found.levels.dtype == np.int8
    for stop in ({"depth_limit": INT8 + 1}, {"target": INT8 + 1}, {}):
        with pytest.raises(wf.InputError, match="deeper than level 127"):
            wf.bfs(graph, 0, device=device, level_dtype="int8", **stop)


def test_a_filtered_search_is_deeper_than_the_whole(device):
    """A path whose shortcut is dropped: its last level is the last of the type, or the one behind."""
    for length in (INT8 + 1, INT8 + 2):
        path = np.arange(length - 1)
        graph = wf.Graph.from_edges(np.append(path, 0), np.append(path + 1, length // 2))
        kept = np.asarray(graph.coo.dst - graph.coo.src == 1)
        options = {"device": device, "edge_filter": device.xp.asarray(kept), "level_dtype": "int8"}
        if length == INT8 + 1:
            found = wf.bfs(graph, 0, **options).to_numpy()
            assert found.levels.dtype == np.int8
            assert found.levels.tolist() == [*range(length)]
        else:
            with pytest.raises(wf.InputError, match="deeper than level 127"):
                wf.bfs(graph, 0, **options)


def test_auto_takes_the_smallest_type_that_does(device):
    for length, level_dtype in ((INT8 + 1, np.int8), (INT8 + 2, np.int16)):
        graph = generators.path(length)
        found = wf.bfs(graph, 0, device=device, level_dtype="auto", trace=True)
        assert found.levels.dtype == level_dtype
        assert found.levels.tolist() == [*range(length)]
        assert [row.level for row in found.trace.levels] == [*range(1, length + 1)]
        rows = wf.multi_source_bfs(graph, [0, 1], device=device, level_dtype="auto")
        assert rows.levels.dtype == level_dtype
        assert rows.levels.tolist()[0] == [*range(length)]


@pytest.mark.skipif(SIMULATED, reason="a long path takes long in plain Python")
@pytest.mark.soak
def test_rows_of_16_bits_hold_32767_levels(device):
    graph = generators.path((1 << 15) + 1)
    assert wf.multi_source_bfs(graph, [1], device=device, level_dtype="int16").levels.max() == 32767
    with pytest.raises(wf.InputError, match=r"deeper than level 32,767.*level_dtype='int32' would do"):
        wf.multi_source_bfs(graph, [1, 0], device=device, level_dtype="int16")


@pytest.mark.skipif(SIMULATED, reason="a long path takes long in plain Python")
def test_16_bits_hold_32767_levels(device):
    graph = generators.path((1 << 15) + 1)
    assert wf.bfs(graph, 1, device=device, level_dtype="int16").levels.max() == 32767
    with pytest.raises(wf.InputError, match=r"deeper than level 32,767.*level_dtype='int32' would do"):
        wf.bfs(graph, 0, device=device, level_dtype="int16")
    assert wf.bfs(graph, 0, device=device, level_dtype="auto").levels.dtype == np.int32
    with pytest.raises(wf.InputError, match=r"level_dtype='int32' would do, or 'int16' up to level 32,767"):
        wf.bfs(graph, 0, device=device, level_dtype="int8")


@pytest.mark.parametrize("prepared", [False, True])
def test_wide_levels_and_pulls(prepared, device):
    """A graph too large for the searches of small ones: levels are pushed, and pulled."""
    graph = generators.kronecker(size(13, 6), size(16, 8), seed=3)
    source = int(graph.out_degrees.argmax())
    expected = wf.bfs(graph, source, device=device).levels.tolist()
    graph = graph.prepare("hubs_first") if prepared else graph
    for options in ({}, {"serial_edges": 8, "alpha": 1e9}, {"serial_edges": 8, "alpha": 1e-9}):
        found = wf.bfs(graph, source, device=device, level_dtype="int8", deterministic=True, **options)
        assert found.levels.dtype == np.int8
        assert found.levels.tolist() == expected
        wf.validate_bfs(graph, source, found.levels, found.predecessors)


@pytest.mark.soak
@pytest.mark.skipif(SIMULATED, reason="a large mesh takes long in plain Python")
@pytest.mark.parametrize("level_dtype", ["int8", "int16"])
def test_meshes_deeper_than_the_type(level_dtype, device):
    """Threads that search several levels deep stop at the last one, too."""
    last = np.iinfo(level_dtype).max
    graph = generators.grid(700, last + 200) if level_dtype == "int8" else generators.grid(40, last + 200)
    middle = graph.num_vertices // 2
    found = wf.bfs(graph, middle, device=device, level_dtype=level_dtype, depth_limit=last)
    expected = wf.bfs(graph, middle, device=device, depth_limit=last)
    assert (found.levels == expected.levels).all()
    with pytest.raises(wf.InputError, match="deeper than level"):
        wf.bfs(graph, 0, device=device, level_dtype=level_dtype)


@pytest.mark.parametrize("level_dtype", ["int64", "uint8", "float", None, 8, np.float32, ["int8"]])
def test_other_types_are_refused(level_dtype):
    for search in (wf.bfs, wf.multi_source_bfs):
        with pytest.raises(wf.InputError, match="level_dtype"):
            search(generators.path(3), 0, level_dtype=level_dtype)


def test_methods_of_the_book_have_32_bits():
    assert wf.bfs(generators.path(3), 0, strategy="push", level_dtype=np.int32).levels.dtype == np.int32
    with pytest.raises(wf.InputError, match=r"'push' has levels of int32; fused takes level_dtype"):
        wf.bfs(generators.path(3), 0, strategy="push", level_dtype="int8")


@pytest.mark.soak
def test_only_edges_that_are_kept_lead_deeper(device):
    graph = generators.path(2 * INT8)
    searches = [wf.multi_source_bfs, wf.bfs] if isinstance(device, wf.Cpu) else [wf.multi_source_bfs]
    for search in searches:
        for last, is_deeper in ((INT8, False), (INT8 + 1, True)):
            kept = np.arange(graph.num_vertices) <= last
            options = {"vertex_filter": kept, "device": device, "level_dtype": "int8"}
            if is_deeper:
                with pytest.raises(wf.InputError, match="deeper than level 127"):
                    search(graph, 0, **options)
            else:
                assert search(graph, 0, **options).levels.max() == INT8
