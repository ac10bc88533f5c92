"""The host's side of the fused search on a GPU: results and scratch of one search are no other's."""

import gc
import itertools
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest
from fused_searches import GPUS, check, search
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda
from wavefront.strategies.fused.cuda import host
from wavefront.strategies.fused.pool import KEPT

pytestmark = [
    pytest.mark.on_devices,
    pytest.mark.usefixtures("quick_simulator"),
    pytest.mark.skipif(not GPUS, reason="neither a GPU nor the simulator"),
]


def collect_simulated_threads():
    """Threads in plain Python refer to one another, and to their kernel's arguments."""
    if SIMULATED:
        gc.collect()


@pytest.mark.parametrize("prepared", [False, True], ids=["unprepared", "prepared"])
def test_results_are_kept_by_nobody_else(prepared):
    graph = generators.path(6)
    if prepared:
        graph.prepare("hubs_first")
    result = wf.bfs(graph, [0, 1], strategy="fused", device=GPUS[0])
    levels, predecessors = weakref.ref(result.levels), weakref.ref(result.predecessors)
    del result
    collect_simulated_threads()
    assert levels() is None
    assert predecessors() is None


def test_searches_share_nothing():
    graph, other = generators.path(6), generators.cycle(9)
    first = wf.bfs(graph, 0, strategy="fused", device=GPUS[0])
    search(other, 4)
    search(graph, 5)
    assert first.to_numpy().levels.tolist() == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("prepared", [False, True], ids=["unprepared", "prepared"])
def test_searches_at_one_time_share_no_scratch(prepared, monkeypatch):
    graph = generators.path(9)
    if prepared:
        graph.prepare("hubs_first")
    search(graph, 0)  # leaves scratch to one of the others
    launch, kernels = Cuda.relaunch, []

    def launch_after_another_threads_search(self, blocks, threads, kernel, changed):
        kernels.append(kernel)
        source = len(kernels)
        if source < 3:
            check(graph, source, others.submit(search, graph, source).result())
        launch(self, blocks, threads, kernel, changed)

    monkeypatch.setattr(Cuda, "relaunch", launch_after_another_threads_search)
    with ThreadPoolExecutor(2) as others:
        check(graph, 0, search(graph, 0))
    assert len({id(kernel) for kernel in kernels}) == 3


def test_scratch_is_bounded_however_many_streams_there_are(monkeypatch):
    make, made, streams = host.new_scratch, [], itertools.count()

    def watched(*arguments):
        scratch = make(*arguments)
        made.append(weakref.ref(scratch.state))
        return scratch

    monkeypatch.setattr(host, "new_scratch", watched)
    monkeypatch.setattr(host, "order_of", lambda stream: next(streams))
    graph = generators.path(6)
    for _ in range(3 * KEPT):
        search(graph, 0)
    collect_simulated_threads()
    assert len(made) == 3 * KEPT
    assert sum(state() is not None for state in made) == KEPT


@pytest.mark.skipif(SIMULATED, reason="the simulator has no streams")
def test_searches_on_two_streams_share_no_scratch():
    cupy = GPUS[0].xp
    graph = generators.kronecker(16, seed=1, device=GPUS[0])
    expected = {source: wf.bfs(graph, source).levels.copy() for source in range(20)}
    streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(2)]
    cupy.cuda.Device().synchronize()
    found = {}
    for source in expected:
        with streams[source % 2]:
            found[source] = wf.bfs(graph, source, strategy="fused").levels
    cupy.cuda.Device().synchronize()
    for source, levels in expected.items():
        assert (found[source] == levels).all()
