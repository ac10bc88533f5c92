"""Memory that each step needs, per vertex and per edge: the peak beyond what was there before, by step.

    python benchmarks/memory.py
    python benchmarks/memory.py levels

The second table is of searches with levels of each type: bytes told by `wf.memory_needed`, and measured.

Linux only. Each step runs on fresh graphs of three sizes, once unmeasured, then with the peak of the resident
memory reset. The peak, which includes what the step returns and what the graph keeps, is fitted by
bytes per vertex and per stored edge; the last column says how far the fit is off at most.
"""

import gc
import sys
import tempfile
from collections.abc import Callable
from ctypes import CDLL
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from timing import print_table

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.graph.random_weights import with_random_weights

SIZES = [(500_000, 1_000_000), (500_000, 4_000_000), (2_000_000, 4_000_000)]  # vertices, edges drawn
STATUS = Path("/proc/self/status")
libc = CDLL(None)


def resident(field: str) -> int:
    """A field of the process's status, in bytes."""
    lines = STATUS.read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1]) * 1024


def peak(run: Callable[[], object]) -> int:
    """Bytes of resident memory that the call takes at most, beyond those in use before."""
    gc.collect()
    libc.malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before = resident("VmRSS")
    made = run()
    most = resident("VmHWM") - before
    del made
    return most


def fresh(graph: wf.Graph, directed: bool = False) -> wf.Graph:
    """The graph without any view but `csr`."""
    copy = wf.Graph.from_csr(*graph.csr, directed=directed)
    assert copy.csr.dst.size == copy.num_edges
    return copy


def steps(graph: wf.Graph, folder: Path) -> dict[str, Callable[[], Callable[[], object]]]:
    """Each step's name, and what makes its call, anew for each run."""
    src, dst = graph.coo.src[::2].copy(), graph.coo.dst[::2].copy()
    values = np.ones(src.size)
    count = graph.num_vertices
    weighted = with_random_weights(graph, seed=1)
    wf.write(graph, folder / "graph.npz")
    options: dict[str, dict[str, Any]] = {
        "within": {"source": 0, "radius": 2},
        "multi_source_bfs": {"sources": range(64)},
        "betweenness_centrality": {"sources": 1},
        **{name: {"vertices": range(64)} for name in ("closeness", "harmonic", "eccentricity")},
    }
    upward = graph.coo.src < graph.coo.dst
    acyclic = wf.Graph.from_edges(graph.coo.src[upward], graph.coo.dst[upward], count)

    def algorithm(row: Any) -> Callable[[], object]:
        given = weighted if row.name == "sssp" else graph
        given = fresh(acyclic, True) if row.needs == "acyclic" else fresh(given)
        return partial(row.function, given, **options.get(row.name, row.starts(given)))

    return {
        "from_edges": lambda: partial(wf.Graph.from_edges, src, dst, count),
        "from_edges, weighted": lambda: partial(wf.Graph.from_edges, src, dst, count, values),
        "from_edges, both directions": lambda: partial(wf.Graph.from_edges, src, dst, count, directed=False),
        "csc of a directed graph": lambda: partial(getattr, fresh(graph, True), "csc"),
        'prepare("hubs_first")': lambda: partial(fresh(graph).prepare, "hubs_first"),
        'prepare("breadth_first")': lambda: partial(fresh(graph).prepare, "breadth_first"),
        "read a .npz file": lambda: partial(wf.read, folder / "graph.npz"),
        **{name: partial(algorithm, row) for name, row in ALGORITHMS.items()},
    }


def levels() -> None:
    """Bytes of searches by the type of their levels: told, and those of the first and of later searches."""
    graphs = {
        "Kronecker 18": generators.kronecker(18),
        "uniform, 2M vertices, 4M edges": generators.uniform(2_000_000, 4_000_000, seed=1),
        "small world, 1M vertices": generators.small_world(1_000_000, 8, 0.1, seed=1),
    }
    calls: dict[str, dict[str, Any]] = {
        "bfs": {"source": 0},
        "bfs, levels only": {"source": 0, "predecessors": False},
        "64 sources": {"sources": range(64)},
    }
    rows = []
    for name, graph in graphs.items():
        for title, call in calls.items():
            for kind in ("int32", "int16", "int8"):
                searched, options = fresh(graph), {**call, "level_dtype": kind}
                search = wf.multi_source_bfs if "sources" in call else wf.bfs
                search(fresh(graph), **options)  # compiles
                told = wf.memory_needed(searched, search.__name__, **options).bytes
                first, later = (peak(partial(search, searched, **options)) for _ in range(2))
                rows.append([name, title, kind, *(f"{size / 1e6:.1f}" for size in (told, first, later))])
    print_table("MB at the peak", ["graph", "call", "levels", "told", "first call", "later calls"], rows)


def main() -> None:
    peaks: dict[str, list[int]] = {}
    sizes = []
    for num_vertices, num_edges in [(70_000, 150_000), *SIZES]:  # the first only compiles
        graph = generators.uniform(num_vertices, num_edges)
        sizes.append((graph.num_vertices, graph.num_edges))
        with tempfile.TemporaryDirectory() as folder:
            for name, make in steps(graph, Path(folder)).items():
                make()()
                peaks.setdefault(name, []).append(peak(make()))
    rows = []
    for name, found in peaks.items():
        stored = [(v, e // 2 if name.startswith(("from_edges", "topological")) else e) for v, e in sizes[1:]]
        if "both" in name:
            stored = sizes[1:]
        table, measured = np.array(stored, float), np.array(found[1:], float)
        per, *_ = np.linalg.lstsq(table, measured, rcond=None)
        off = float(np.max(np.abs(table @ per - measured) / measured))
        rows.append([name, *(f"{value:.1f}" for value in per), f"{off:.0%}"])
    print_table("Bytes at the peak", ["step", "per vertex", "per edge", "off by"], rows)


if __name__ == "__main__":
    levels() if sys.argv[1:] == ["levels"] else main()
