"""The GPU memory that is told against what host code allocates, on a device that stands in for a GPU.

Its arrays are NumPy's, and the bytes of those that are there at each launch are counted. Loops run in plain
Python; a kernel of several threads is replaced by what it finds. What CuPy takes for sorting and searching is
measured on a GPU by benchmarks/gpu_memory.py.
"""

import tracemalloc
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from graphs import SIMULATED
from memory_calls import CALLS, NAMES

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.algorithms.pagerank import rows
from wavefront.algorithms.pagerank.kernel import CONVERGED
from wavefront.algorithms.sssp.words import HALF
from wavefront.device import Cuda, Python
from wavefront.graph.random_weights import with_random_weights
from wavefront.intrinsics.warp import WARP_SIZE
from wavefront.operators import load_balancing

pytestmark = pytest.mark.skipif(SIMULATED, reason="has a device of its own")
SIZE = 400, 1_000  # vertices, and edges drawn
MIDDLE = 4_000, 10_000  # likewise; an array of 4 bytes per vertex is more than SMALL
SMALL = 8_192  # bytes of states and sources, and of arrays that are the host's own


class HostOnly(Cuda):
    """A GPU whose kernels are plain Python."""

    def __init__(self) -> None:
        self.index, self.xp, self.most = 0, np, 0

    def count(self) -> None:
        """Note the bytes of the arrays that are there, if they are more than ever."""
        if tracemalloc.is_tracing():
            arrays = tracemalloc.DomainFilter(True, np.lib.tracemalloc_domain)
            there = tracemalloc.take_snapshot().filter_traces([arrays])
            self.most = max(self.most, sum(trace.size for trace in there.traces))

    def __reduce__(self) -> Any:
        return HostOnly, ()

    def for_each(self, count: int, body: Any, *arguments: Any, size: int | None = None) -> None:
        self.count()
        for item in range(count):
            body(item, *arguments)

    def bind(self, kernel: Any, *arguments: Any, threads: int = 0) -> Any:
        return kernel, arguments

    def launch(self, blocks: int, threads: int, kernel: Any, *arguments: Any, resident: int = 0) -> None:
        self.count()
        Python().launch(blocks, threads, kernel, *arguments)

    def running_at_once(self, threads: int) -> tuple[int, int]:
        return 1, WARP_SIZE

    def relaunch(self, blocks: int, threads: int, kernel: Any, changed: Any) -> None:
        self.count()
        body, arguments = kernel
        name = body.__name__
        if name == "lower":
            problem, _, starts = arguments
            lists = wf.Graph.from_csr(problem.src_ptr, problem.dst, problem.weights, check=False)
            found = wf.sssp(lists, starts, device="cpu")
            distances = np.where(found.distances < 0, np.inf, found.distances)
            if problem.keys.dtype == np.int64:
                bits = distances.astype(np.float32).view(np.int32).astype(np.int64)
                distances = bits << HALF | np.maximum(found.predecessors, 0)
            problem.keys[:] = distances
        elif name == "iterate_walk":
            arguments[4].state[CONVERGED] = 1
        elif name == "traverse":
            fill(arguments, changed)
        elif name not in ("peel_levels", "follow_sources", "search_levels"):
            Python().relaunch(blocks, threads, Python().bind(body, *arguments), changed)


def fill(arguments: Any, changed: Any) -> None:
    """Write the levels and predecessors of a breadth-first search."""
    lists = next(given for given in arguments if hasattr(given, "dst_ptr"))
    graph = wf.Graph.from_csr(lists.src_ptr, lists.dst, check=False)
    found = wf.bfs(graph, changed.get("plan.sources", changed.get("plan.source")), device="cpu")
    changed["found.levels"][:] = found.levels
    if "found.predecessors" in changed:
        changed["found.predecessors"][:] = found.predecessors


def slot_by_slot(offsets, total, steps, *arguments, device, firsts=None):
    """As `load_balancing.search`, with what a GPU allocates."""
    firsts = np.empty(total // load_balancing.TILE + 2, np.int64) if firsts is None else firsts
    device.count()
    for segment in range(offsets.size - 1):
        start, end = int(offsets[segment]), int(offsets[segment + 1])
        for slot in range(start, end):
            known = steps.enter(segment, start, *arguments)
            item = steps.read(slot - start, known, *arguments)
            accepted = steps.visit(slot, segment, slot - start, known, item, *arguments)
            if accepted and steps.put:
                steps.put(steps.reserve(1, *arguments), item, *arguments)


@pytest.fixture(autouse=True)
def _on_the_host(monkeypatch):
    monkeypatch.setattr("wavefront.operators.push.search", slot_by_slot)
    segments = lambda offsets, total, device: np.empty(total // load_balancing.TILE + 2, np.int64)  # noqa: E731
    monkeypatch.setattr("wavefront.operators.push.first_segments", segments)
    monkeypatch.setattr("wavefront.strategies.fused.cuda.tiny.is_tiny", lambda graph: False)
    monkeypatch.setattr(wf.Graph, "to_device", lambda graph, device: graph)


def graph_for(row, directed, size=SIZE):
    drawn = row.suited(generators.uniform(*size, seed=1, directed=directed))
    weighted = with_random_weights(drawn, seed=1)
    made = wf.Graph.from_csr(*weighted.csr, directed=weighted.directed)
    assert made.csr.dst.size
    return made


SLOW = "multi_source_bfs", "closeness", "harmonic", "eccentricity", "betweenness_centrality"
CASES = [
    pytest.param(*call, id=name, marks=[pytest.mark.soak] if call[0] in SLOW else [])
    for call, name in zip(CALLS, NAMES, strict=True)
]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_host_code_takes_what_is_told(name, options):
    row = ALGORITHMS[name]
    for directed in {"undirected": [False], "acyclic": [True], "any": [False, True]}[row.needs]:
        takes_what_is_told(name, graph_for(row, directed), options)


def test_components_take_what_is_told_on_a_graph_whose_arrays_are_not_small():
    takes_what_is_told(
        "connected_components", graph_for(ALGORITHMS["connected_components"], False, MIDDLE), {}
    )


@pytest.mark.parametrize("kind", ["array", "bitmap", "EdgeFilter"])
def test_filters_take_what_is_told(kind):
    graph = graph_for(ALGORITHMS["bfs"], True, MIDDLE)
    kept = np.arange(graph.num_edges) % 9 > 0
    words = np.full(-(-graph.num_edges // 32), 0xEFFFFFFF, np.uint32)
    edges = {"array": kept, "bitmap": words, "EdgeFilter": wf.EdgeFilter(graph, kept)}[kind]
    vertices = np.arange(graph.num_vertices) % 9 < 8
    takes_what_is_told("bfs", graph, {"source": 0, "vertex_filter": vertices, "edge_filter": edges})


def test_lists_that_lanes_share_equally_take_what_is_told(monkeypatch):
    for name, value in {"LEAST_EDGES": 1, "USED": 10, "NOT_SHORT": 0}.items():
        monkeypatch.setattr(rows, name, value)
    for directed in (False, True):
        takes_what_is_told("pagerank", graph_for(ALGORITHMS["pagerank"], directed, MIDDLE), {})


def test_the_k_shortest_paths_take_what_is_told():
    graph = graph_for(ALGORITHMS["sssp"], True)
    for weighted in (False, True):
        takes_what_is_told("k_shortest_paths", graph, {"weighted": weighted}, source=0, target=399, k=3)


def drain(found):
    """Ask an iterator of paths for all of them."""
    if isinstance(found, Iterator):
        list(found)


def takes_what_is_told(name, graph, options, **ends):
    """The most bytes that are there at a launch are no more than those told, and SMALL."""
    device = HostOnly()
    told = wf.memory_needed(graph, name, device=device, **options)
    again = wf.Graph.from_csr(*graph.csr, directed=graph.directed)
    call = partial(getattr(wf, name), **options, **ends)
    drain(call(again, device=HostOnly()))  # imports what it needs
    tracemalloc.start()
    drain(call(graph, device=device))
    tracemalloc.stop()
    assert 0 < device.most <= told.bytes - told.parts["view csr"] + SMALL, told.parts


def test_the_error_tells_the_bytes_and_what_would_fit(monkeypatch):
    device, graph = HostOnly(), generators.uniform(*SIZE, seed=1)
    needed, on_cpu = (wf.memory_needed(graph, "pagerank", device=where) for where in (device, "cpu"))
    monkeypatch.setattr(HostOnly, "free_memory", lambda device: 99)

    def fail(*_, **__):
        raise MemoryError("can't allocate 9 bytes")

    monkeypatch.setattr("wavefront.algorithms.pagerank.one_launch.iterate", fail)
    with pytest.raises(MemoryError) as caught:
        wf.pagerank(graph, device=device)
    told = f"pagerank needs about {needed.bytes:,} bytes in all, and 99 are free"
    least = f"device='cpu' needs {on_cpu.bytes - 4 * SIZE[0]:,} of the machine's"  # degrees are there
    assert str(caught.value) == f"can't allocate 9 bytes; {told}; {least}"
