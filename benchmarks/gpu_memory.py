"""GPU memory that calls take at their peak: bytes told by `wf.memory_needed`, and those of CuPy's pool.

    python benchmarks/gpu_memory.py [NAME ...] [--parts 8] [--processes 12]

A line per call and graph says OK where no more is taken than told, and not less than a fifth of that, else
BAD. `--parts` also lists the largest allocations that there are at the peak, and where they were made. Each
algorithm runs in a process of its own. Needs a GPU.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

KINDS = "kronecker", "uniform", "grid"
CASES: dict[str, list[dict[str, Any]]] = {
    "bfs": [{"source": 0}, {"source": 0, "predecessors": False, "level_dtype": "int16"}],
    "multi_source_bfs": [{"sources": list(range(70))}],
    "sssp": [{"source": 0}, {"source": 0, "predecessors": False}],
    "multi_source_sssp": [{"sources": list(range(5))}],
    "bellman_ford": [{"source": 0}],
    "within": [{"source": 0, "radius": 3}, {"source": [0, 1, 2], "radius": 5000, "weighted": True}],
    "closeness": [{"vertices": 70}, {"vertices": 70, "direction": "out"}],
    "harmonic": [{"vertices": 3}],
    "eccentricity": [{"vertices": 70}],
    "connected_components": [{}, {"kind": "strong"}],
    "biconnected_components": [{}],
    "spanning_forest": [{}, {"weighted": True}],
    "core_number": [{}],
    "triangles": [{}],
    "betweenness_centrality": [
        {"sources": list(range(8))},
        {"sources": [0, 1], "edges": True},
        {"sources": [0, 1], "weighted": True},
    ],
    "pagerank": [{}, {"weighted": True, "tolerance": 1e-9}],
    "label_propagation": [{"max_iterations": 5}],
    "topological_levels": [{}],
}
LEAST_SHARE = 1 / 5  # of the bytes told, for OK: they are those of the graph that takes most
ALLOWED = 1 << 20  # bytes that it may take beyond those told


def drawn(kind: str) -> tuple[np.ndarray, np.ndarray, int]:
    """The ends of a graph's edges, and how many vertices it has."""
    rng = np.random.default_rng(1)
    if kind == "uniform":
        return *rng.integers(0, 1 << 20, (2, 6 << 20)), 1 << 20
    if kind == "kronecker":  # Graph500's chances
        src, dst = np.zeros((2, 1 << 21), np.int64)
        for _ in range(17):
            down = rng.random(src.size) < 0.24
            right = rng.random(src.size) < np.where(down, 0.79, 0.25)
            src, dst = 2 * src + down, 2 * dst + right
        return src, dst, 1 << 17
    place = np.arange(700 * 700).reshape(700, 700)
    across, along = (place[:, :-1], place[:, 1:]), (place[:-1], place[1:])
    src, dst = (np.concatenate([a.ravel(), b.ravel()]) for a, b in zip(across, along, strict=True))
    return src, dst, place.size


def stored(src: np.ndarray, dst: np.ndarray, count: int) -> dict[str, np.ndarray]:
    """Sorted lists of out-neighbors, with weights by both ends, so that both directions have the same."""
    keys = np.sort(src * count + dst)
    src, dst = keys // count, keys % count
    ptr = np.zeros(count + 1, np.int32)
    ptr[1:] = np.bincount(src, minlength=count).cumsum()
    return {"ptr": ptr, "dst": dst.astype(np.int32), "weights": 1 + (src ^ dst) % 97 / 100}


def make(kind: str, folder: Path) -> None:
    """Store the graph in three forms."""
    src, dst, count = drawn(kind)
    loopless = src != dst
    src, dst = src[loopless], dst[loopless]
    both = stored(np.concatenate([src, dst]), np.concatenate([dst, src]), count)
    np.savez(folder / f"{kind}-undirected", **both)
    np.savez(folder / f"{kind}-any", **stored(src, dst, count))
    np.savez(folder / f"{kind}-acyclic", **stored(np.minimum(src, dst), np.maximum(src, dst), count))


def watched(call: Callable[[], object], package: str) -> list[tuple[int, str]]:
    """CuPy's allocations that there were at the peak: bytes, and the package's line that made each."""
    import cupy

    live: dict[int, tuple[int, str]] = {}
    now, peak, at_peak = 0, 0, []

    class Watch(cupy.cuda.MemoryHook):
        name = "watch"

        def malloc_postprocess(self, device_id, size, mem_size, mem_ptr, pmem_id):
            nonlocal now, peak, at_peak
            live[mem_ptr] = mem_size, line_in(package)
            now += mem_size
            if now > peak:
                peak, at_peak = now, list(live.values())

        def free_postprocess(self, device_id, mem_size, mem_ptr, pmem_id):
            nonlocal now
            now -= live.pop(mem_ptr, (0, ""))[0]

    with Watch():
        call()
        cupy.cuda.get_current_stream().synchronize()
    return at_peak


def line_in(package: str) -> str:
    """The innermost line of the package that is running."""
    frame: Any = sys._getframe()
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(package):
            return f"{name.removeprefix(package)}:{frame.f_lineno}"
        frame = frame.f_back
    return "?"


def graph_of(name: str, kind: str, form: str, folder: Path) -> Any:
    """A graph in the GPU's memory, with no view but `csr`."""
    import cupy

    import wavefront as wf

    arrays = np.load(folder / f"{kind}-{form}.npz")
    weights = arrays["weights"].copy()
    if name == "bellman_ford" and form == "any" and kind == "grid":
        weights[::50] = -0.001  # edges lead to larger ids: there is no cycle
    given = (cupy.asarray(values) for values in (arrays["ptr"], arrays["dst"], weights))
    graph = wf.Graph.from_csr(*given, directed=form != "undirected", check=False)
    assert graph.csr.dst.size == graph.num_edges
    cupy.get_default_memory_pool().free_all_blocks()
    return graph


def run_cases(name: str, folder: Path, parts: int) -> None:
    """Print the lines of one algorithm."""
    from wavefront.algorithms import ALGORITHMS

    needs = ALGORITHMS[name].needs
    forms = {"undirected": ["undirected"], "acyclic": ["acyclic"], "any": ["undirected", "any"]}[needs]
    for kind, form in product(KINDS, forms):
        for options in CASES[name]:
            given = ", ".join(f"{key}={len(v) if isinstance(v, list) else v}" for key, v in options.items())
            title = f"{name}({given}) on {kind}, {form}"
            try:
                show_case(title, name, options, kind, form, folder, parts)
            except Exception:
                print(f"BAD {title}: {traceback.format_exc()[-400:]}", flush=True)


def show_case(
    title: str, name: str, options: dict[str, Any], kind: str, form: str, folder: Path, parts: int
) -> None:
    """Print the lines of one call."""
    import wavefront as wf

    graph = graph_of(name, kind, form, folder)
    told = wf.memory_needed(graph, name, **options)
    at_peak = watched(lambda: getattr(wf, name)(graph, **options), str(Path(wf.__file__).parent))
    took = sum(size for size, _ in at_peak)
    share = took / max(1, told.bytes)
    verdict = "OK" if took <= told.bytes + ALLOWED and share >= LEAST_SHARE else "BAD"
    vertices, edges = graph.num_vertices, graph.num_edges
    print(
        f"{verdict} {title} ({vertices:,} V, {edges:,} E): took {took:,}, told {told.bytes:,}, "
        f"share {share:.2f}",
        flush=True,
    )
    for size, line in sorted(at_peak, reverse=True)[:parts]:
        print(f"      {size / vertices:6.1f} per V {size / edges:6.2f} per E  {line}")
    if parts:
        print(
            "      told per V:", ", ".join(f"{key} {size / vertices:.1f}" for key, size in told.parts.items())
        )


def main() -> None:
    """Make the graphs, and run a process per algorithm."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--parts", type=int, default=0)
    parser.add_argument("--processes", type=int, default=12)
    parser.add_argument("--limit", type=int, default=300, help="seconds of each process")
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)  # of a process for one algorithm
    given = parser.parse_args()
    if given.folder:
        run_cases(given.names[0], given.folder, given.parts)
        return
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.processes) as pool:
        list(pool.map(lambda kind: make(kind, Path(folder)), KINDS))

        def run(name: str) -> str:
            command = [sys.executable, __file__, name, "--parts", str(given.parts), "--folder", folder]
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=given.limit, check=False, env=os.environ
                )
            except subprocess.TimeoutExpired as error:
                return f"{(error.stdout or b'').decode()}BAD {name}: stopped after {given.limit} s"
            return done.stdout + (f"BAD {name}: {done.stderr[-800:]}" if done.returncode else "")

        for lines in pool.map(run, given.names or CASES):
            print(lines, flush=True)


if __name__ == "__main__":
    main()
