"""Our algorithms on one GPU beside cuGraph's times there, and the floor that bytes and levels set.

    python benchmarks/algorithms_gpu.py [--scale 22] [--files road-FLA.mtx.gz cnr-2000.txt.gz] [--json FILE]

Times are those between two events around the call, before and after which the GPU is idle, the median over
the rounds, after a round that compiles; graphs lie on the GPU, undirected, without parallel edges and
self-loops. Every result is validated or compared with the CPU's. cuGraph isn't run: its times are those of
results/algorithms_cugraph.json, which says where they come from, and stay there. --json gets ours and floors.

Floors, of an H200: bytes over COPY, the speed at which it copies, reads and writes counted; what is gathered
from scattered places over L2, at which its second-level cache gives 32-byte sectors to multiprocessors; and
LEVEL for each step that waits for the one before.

    sssp            ids and weights, and a sector for each edge; or the search's levels
    components      ids, and twice a sector for each vertex
    pagerank        20 iterations, or those until it converges: ids, and a sector for each edge
    core_number     ids twice, and a sector for each edge
    triangles       ids of the lists that are looked up: those above of each neighbor below a vertex
    betweenness     of each source: ids, and a sector for two thirds of the edges; or twice its levels
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from timing import keep, print_table, result, timed

import wavefront as wf
from wavefront import generators
from wavefront.device import get_device
from wavefront.graph.random_weights import with_random_weights
from wavefront.measure.searches import random_sources

COPY, L2, LEVEL = 4.25e9, 5.5e9, 2.5e-3  # bytes per millisecond, twice; milliseconds
SECTOR, ID = 32, 4  # bytes
SOURCES, ITERATIONS, TOLERANCE, DAMPING = 8, 20, 1e-6, 0.85
CUGRAPH = Path(__file__).parent / "results" / "algorithms_cugraph.json"
TASKS = (
    "sssp, predecessors",
    "components",
    f"pagerank, {ITERATIONS} iterations at most",
    "core numbers",
    "triangles",
    f"betweenness, {SOURCES} sources",
)


class Inputs(NamedTuple):
    """A graph on the GPU and on the CPU, also with weights; and where searches start."""

    graph: wf.Graph
    weighted: wf.Graph
    on_cpu: wf.Graph
    weighted_on_cpu: wf.Graph
    sources: list[int]


def inputs_of(graph: wf.Graph, device: Any) -> Inputs:
    graph = graph.simplified()
    on_cpu = graph.to_device("cpu")
    weighted = with_random_weights(on_cpu, seed=1).csr
    offsets, neighbors, weights = weighted
    on_cpu = wf.Graph.from_csr(offsets, neighbors, directed=False, check=False)
    with_weights = wf.Graph.from_csr(offsets, neighbors, np.float32(weights), directed=False, check=False)
    return Inputs(
        on_cpu.to_device(device),
        with_weights.to_device(device),
        on_cpu,
        with_weights,
        random_sources(on_cpu, SOURCES, seed=1),
    )


def programs(inputs: Inputs, device: Any) -> dict[str, tuple[Callable[[], Any], Callable[[Any], None]]]:
    """By task the call, and what raises unless its result is right."""
    graph, cpu, (source, *_) = inputs.graph, inputs.on_cpu, inputs.sources
    equal = np.testing.assert_array_equal

    def close(found: Any, expected: Any) -> None:
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)

    calls: tuple[tuple[Callable[[], Any], Callable[[Any], Any]], ...] = (
        (
            partial(wf.sssp, inputs.weighted, source, device=device),
            lambda r: wf.validate_sssp(inputs.weighted_on_cpu, source, r.distances, r.predecessors),
        ),
        (
            partial(wf.connected_components, graph, device=device),
            lambda r: equal(r.components, wf.connected_components(cpu, device="cpu").components),
        ),
        (
            partial(wf.pagerank, graph, tolerance=TOLERANCE, max_iterations=ITERATIONS, device=device),
            # Ranks differ by 2 in all at most, and each iteration makes that DAMPING times as much at most.
            lambda r: wf.validate_pagerank(
                cpu, r.ranks, tolerance=TOLERANCE if r.converged else 2 * DAMPING**r.iterations
            ),
        ),
        (
            partial(wf.core_number, graph, device=device),
            lambda r: equal(r.cores, wf.core_number(cpu, device="cpu").cores),
        ),
        (
            partial(wf.triangles, graph, device=device),
            lambda r: equal(r.counts, wf.triangles(cpu, device="cpu").counts),
        ),
        (
            partial(wf.betweenness_centrality, graph, sources=inputs.sources, device=device),
            lambda r: close(
                r.scores, wf.betweenness_centrality(cpu, sources=inputs.sources, device="cpu").scores
            ),
        ),
    )
    return dict(zip(TASKS, calls, strict=True))


def floors(inputs: Inputs, iterations: int) -> list[float]:
    """Milliseconds, in the order of TASKS; see above."""
    graph, edges, count = inputs.on_cpu, inputs.on_cpu.num_edges, inputs.on_cpu.num_vertices
    ids, sectors = ID * edges / COPY, SECTOR * edges / L2
    depth = [int(wf.bfs(inputs.graph, source, predecessors=False).levels.max()) for source in inputs.sources]
    degrees = graph.out_degrees
    source_of, neighbors, _ = graph.coo
    above = (degrees[neighbors] > degrees[source_of]) | (
        (degrees[neighbors] == degrees[source_of]) & (neighbors > source_of)
    )
    lists = np.bincount(source_of[above], minlength=count)
    looked_up = int(lists[source_of[above]][lists[neighbors[above]] > 0].sum())
    sweep = ids + 2 / 3 * sectors
    return [
        max(2 * ids + sectors, depth[0] * LEVEL),
        ids + 2 * SECTOR * count / L2,
        iterations * (ids + sectors),
        2 * ids + sectors,
        ID * looked_up / L2,
        max(SOURCES * sweep, 2 * max(depth) * LEVEL),
    ]


def measure(name: str, inputs: Inputs, rounds: int, device: Any) -> list[dict[str, Any]]:
    """Validate and time ours; prints a table. Returns the results."""
    iterations, taken = ITERATIONS, {}
    for task, (run, check) in programs(inputs, device).items():
        found = run()
        check(found.to_numpy())
        iterations = getattr(found, "iterations", iterations)
        taken[task] = [timed(device, run) for _ in range(rounds)]
        print(f"{name}, {task}: right, {np.median(taken[task]):.2f} ms", flush=True)
    rows, measured = [], []
    floor_of = dict(zip(TASKS, floors(inputs, iterations), strict=True))
    theirs = cugraph_times(name)
    for task, times in taken.items():
        others = {"cuGraph": theirs.get(task), "floor": floor_of[task]}
        about = {"graph": name, "device": str(device), "task": task}
        measured.append(result(times, **about, program="wavefront"))
        measured.append({**about, "program": "floor", "unit": "ms", "median": float(f"{floor_of[task]:.3g}")})
        mine = float(np.median(times))
        rows.append(
            [task, f"{mine:.2f}", *(f"{ms:.2f} ({mine / ms:.2f})" if ms else "-" for ms in others.values())]
        )
    print_table(f"Milliseconds, {name}, {iterations} iterations", ["task", "wavefront", *others], rows)
    return measured


def cugraph_times(graph: str) -> dict[str, float]:
    """Milliseconds by task."""
    rows = [row for run in json.loads(CUGRAPH.read_text())["runs"] for row in run["rows"]]
    return {row["task"]: row["median"] for row in rows if row["graph"] == graph}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=int, default=22, help="of the Kronecker graph; 0: without it")
    parser.add_argument("--files", nargs="*", default=[], type=Path, help="more graphs")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    device, measured = get_device("cuda"), []
    graphs: dict[str, Callable[[], wf.Graph]] = {}
    if chosen.scale:
        graphs[f"Kronecker {chosen.scale}"] = lambda: generators.kronecker(chosen.scale, device=device)
    for file in chosen.files:
        graphs[file.name.split(".")[0].removesuffix("-human")] = partial(read, file)
    for name, make in graphs.items():
        measured += measure(name, inputs_of(make(), device), chosen.rounds, device)
        keep(chosen.json, measured)


def read(file: Path) -> wf.Graph:
    """The graph of a file, undirected."""
    src, dst, _ = wf.read(file).coo
    return wf.Graph.from_edges(src, dst, directed=False)


if __name__ == "__main__":
    main()
