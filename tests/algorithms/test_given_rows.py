"""Rows written to the caller's array: those of single searches, chunk by chunk, in memory that is given."""

import gc
import tracemalloc

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights

GRAPH = with_random_weights(generators.grid(7, 9), seed=3)
SOURCES = [5, 0, 62, 5, 31, 17, 8]
SEARCHES = {
    "multi_source_bfs": ("levels", np.int32, lambda source: wf.bfs(GRAPH, source).levels),
    "multi_source_sssp": ("distances", np.int64, lambda source: wf.sssp(GRAPH, source).distances),
}
each_search = pytest.mark.parametrize("name", SEARCHES)


@pytest.mark.on_devices
@each_search
def test_chunks_share_one_array(name, device):
    field, dtype, alone = SEARCHES[name]
    xp = device.xp
    for first in range(0, len(SOURCES), 3):
        chunk = SOURCES[first : first + 3]
        rows = xp.full((3, GRAPH.num_vertices), 99, dtype)
        found = getattr(wf, name)(GRAPH, chunk, device=device, out=rows[: len(chunk)])
        assert xp.shares_memory(getattr(found, field), rows)
        for row, source in zip(getattr(found.to_numpy(), field), chunk, strict=True):
            np.testing.assert_array_equal(row, alone(source))
        assert (rows[len(chunk) :] == 99).all()


@pytest.mark.skipif(SIMULATED, reason="is about files mapped into the CPU's memory")
@each_search
def test_a_file_holds_the_rows(name, tmp_path):
    _, dtype, alone = SEARCHES[name]
    shape = len(SOURCES), GRAPH.num_vertices
    mapped = np.lib.format.open_memmap(tmp_path / "rows.npy", "w+", dtype, shape)
    getattr(wf, name)(GRAPH, SOURCES, device="cpu", out=mapped)
    mapped.flush()
    np.testing.assert_array_equal(np.load(tmp_path / "rows.npy"), [alone(source) for source in SOURCES])


@pytest.mark.skipif(SIMULATED, reason="measures NumPy's allocations on the CPU")
@each_search
def test_given_rows_are_no_more_memory(name):
    """Beside the rows, the memory of twenty chunks is that of one."""
    graph, (_, dtype, _) = with_random_weights(generators.grid(100, 100), seed=3), SEARCHES[name]
    search, cpu = getattr(wf, name), wf.Cpu(2)
    rows = np.empty((4, graph.num_vertices), dtype)
    search(graph, range(4), device=cpu, out=rows)  # compiled, views made
    gc.collect()
    tracemalloc.start()
    for first in range(0, 80, 4):
        search(graph, range(first, first + 4), device=cpu, out=rows)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    told = wf.memory_needed(graph, name, device=cpu, sources=range(4), out=rows).bytes
    whole = wf.memory_needed(graph, name, device=cpu, sources=range(4)).bytes
    assert whole - told == rows.nbytes
    assert most < 1.1 * told + 400_000


@pytest.mark.skipif(SIMULATED, reason="the same on each device")
@each_search
def test_wrong_arrays_are_refused(name):
    dtype = SEARCHES[name][1]
    rows = np.zeros((2, GRAPH.num_vertices), dtype)
    locked = rows.copy()
    locked.flags.writeable = False
    shifted = np.frombuffer(bytearray(rows.nbytes + 1), np.uint8)[1:].view(dtype).reshape(rows.shape)
    for wrong, message in (
        (rows[:1], r"out must be 2 x 63 \w+ in C order on cpu, not \(1, 63\)"),
        (rows.astype(np.float32), "not .* float32"),
        (np.asfortranarray(rows), "in another order"),
        (locked, "writable"),
        (shifted, "aligned"),
        (rows.tolist(), r"not \[\["),
    ):
        with pytest.raises(wf.InputError, match=message):
            getattr(wf, name)(GRAPH, [0, 1], device="cpu", out=wrong)


@pytest.mark.skipif(SIMULATED, reason="the same on each device")
def test_a_type_to_be_chosen_is_refused():
    with pytest.raises(wf.InputError, match="name it in level_dtype"):
        wf.multi_source_bfs(GRAPH, 0, level_dtype="auto", out=np.empty((1, 63), np.int8))
    rows = np.empty((1, 63), np.int8)
    found = wf.multi_source_bfs(GRAPH, 0, level_dtype="int8", out=rows)
    assert found.levels is rows
    assert rows.max() == 14
