"""Programs that together launch every kernel of a GPU: the tests of PTX and of the sanitizer run them.

`kernels` names all kernels by one rule: they are the functions without annotations.
"""

import ast
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from cpu_kernels import CPU_FORMS, CPU_MODULES
from filter_programs import FILTERED
from functors import count_neighbor, pass_refusal_on
from graphs import METHOD_IDS, METHODS, RUN_IDS, RUNS, SIMULATED, anew, size, suited
from launch_programs import LAUNCH_PROGRAMS
from rank_programs import (
    components_over_peers,
    over_peers,
    paths_over_peers,
    ranks,
    ranks_over_peers,
    sources_over_peers,
)
from scan_programs import balanced_search, hybrid, scan
from structure_programs import (
    bounded,
    by_equal_shares,
    changed,
    drawn,
    in_slices,
    looked_up,
    lowered,
    small_levels,
    sweeps,
)

import wavefront as wf
from wavefront import generators, operators
from wavefront.algorithms.algorithm import Algorithm
from wavefront.atomics import atomic_add
from wavefront.compiler.functions import captured, is_plain
from wavefront.compiler.registry import cuda_forms
from wavefront.device import Cuda
from wavefront.graph.build_on_gpu import build_on_gpu, relabelled_on_gpu
from wavefront.graph.edges import simplified
from wavefront.graph.formats import COO, CSR
from wavefront.graph.symmetry import require_both_directions
from wavefront.maze import wave

SOURCE = Path(wf.__file__).parent

Device = wf.Cpu | Cuda
Program = Callable[[Device], object]


def search(
    strategy: str, options: dict[str, Any], graph: wf.Graph, sources: list[int], device: Device
) -> None:
    """A breadth-first search."""
    result = wf.bfs(anew(graph), sources, strategy=strategy, device=device, deterministic=True, **options)
    host = result.to_numpy()
    wf.validate_bfs(graph, sources, host.levels, host.predecessors)


def fused(prepared: bool, predecessors: bool, device: Device) -> None:
    """The fused search's forms, and on a larger graph levels that all blocks share."""
    graph = generators.grid(size(150, 4), size(120, 4)) if predecessors else generators.kronecker(size(10, 4))
    if prepared:
        graph.prepare("hubs_first")
    result = wf.bfs(graph, 0, strategy="fused", device=device, predecessors=predecessors).to_numpy()
    wf.validate_bfs(graph, 0, result.levels, result.predecessors)


FEW_ROUNDS = {"pagerank": {"tolerance": 0.05}}  # each takes Numba's simulator a second


def run(row: Algorithm, options: dict[str, Any], graph: wf.Graph, device: Device) -> None:
    """An algorithm, on the graph in a form that it takes."""
    graph = suited(row, anew(graph))
    arguments = row.starts(graph) | FEW_ROUNDS.get(row.name, {}) | options
    result = row.function(graph, **arguments, device=device).to_numpy()
    row.validate(graph, result, arguments)


BOOK = generators.book_graph()
SMALL = wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 0], directed=False)
# With a vertex that no cycle leads through.
CYCLES = wf.Graph.from_edges([0, 1, 2, 3, 1, 5, 4, 5, 6], [1, 0, 3, 2, 2, 4, 5, 5, 0])
HUB = generators.star(70)  # its center has a block of threads to itself


def strong_components_by_coloring(device: Device) -> None:
    """Coloring, also where few vertices are left."""
    with patch("wavefront.algorithms.components.multistep.SERIAL_VERTICES", 0):
        wf.connected_components(CYCLES, "strong", device=device)


def paths_by_narrow_weights(device: Device) -> None:
    """Shortest paths where a weight has 32 bits."""
    csr = suited(RUNS[0][0], SMALL).csr
    wf.sssp(wf.Graph.from_csr(csr.src_ptr, csr.dst, np.float32(csr.weights)), 0, delta=1.0, device=device)


def merged_edges(device: Device) -> None:
    """Parallel edges merged, where the graph would be on this device."""
    coo = COO(*(device.array(np.array(values)) for values in ([0, 0, 1], [1, 1, 0], [2.0, 1.0, 1.0])))
    with patch("wavefront.graph.edges.device_of", lambda array: device):
        simplified(coo, 2)


def lists(device: Device) -> None:
    """Neighbor lists built, relabelled and checked, where they would be on this device."""
    src, dst, swap = (device.array(np.array(ids, np.int32)) for ids in ([1, 0, 1], [0, 0, 1], [1, 0]))
    with patch("wavefront.graph.build_on_gpu.device_of", lambda array: device):
        ptr, neighbors, _ = build_on_gpu(src, dst, None, 2, both=True)
        relabelled_on_gpu(ptr, neighbors, swap, swap)
    with patch("wavefront.graph.symmetry.device_of", lambda array: device):
        require_both_directions(CSR(ptr, neighbors), advice="")


def route(capacity: int, device: Device) -> None:
    """A route, whose wave is in one block up to this capacity."""
    threads = 32 if SIMULATED else wave.BLOCK_SIZE
    with patch.object(wave, "CAPACITY", capacity), patch.object(wave, "BLOCK_SIZE", threads):
        wf.maze.route(np.zeros((2, 9, 9), bool), (0, 0, 0), (1, 8, 8), device=device)


def way_back(device: Device) -> None:
    """A route on one layer, by tiles, and the way back that follows that launch."""
    blocked, levels = np.zeros((2, 3), bool), device.array(np.array([0, 1, 2, 1, 2, 3], np.int32))
    with patch("wavefront.maze.route.flood_by_tiles", lambda *arguments: levels):
        wf.maze.route(blocked, (0, 0), (1, 2), device=device)
    wf.maze.route(blocked, (0, 0), (1, 2), device=device)


class Counted(NamedTuple):  # the problem of the functors below
    counts: Any
    least: int
    weight: float


def count_edge(source, neighbor, edge, problem):
    return atomic_add(problem.counts, edge, problem.weight) >= problem.least


def count_indexed(source, neighbor, edge, rank, index, problem):
    return atomic_add(problem.counts, index, problem.weight) >= problem.least


def count_item(item, problem):
    return atomic_add(problem.counts, item, problem.weight) >= problem.least


def weigh(source, neighbor, edge, problem):
    return problem.counts[edge] * problem.weight


def operator(use: Callable[..., object], device: Device) -> None:
    """An operator, on a graph whose center has a block to itself."""
    graph = generators.star(70)
    frontier = operators.Frontier(graph, device=device).load_all()
    use(graph, frontier, Counted(device.array(np.zeros(graph.num_edges)), 0, 0.5))


def pull(graph, frontier, problem, /) -> None:  # fmt: skip
    unvisited = operators.Frontier(graph, device=frontier.device).load_all()
    operators.advance(graph, frontier, count_edge, problem, direction="pull", unvisited=unvisited)


def reduce(graph, frontier, problem, /, **options: Any) -> None:
    out = frontier.device.array(np.zeros(70))
    operators.neighbor_reduce(graph, weigh, problem, out, frontier=frontier, **options)


def advance(graph, frontier, problem, /, functor=count_edge, **options: Any) -> None:
    operators.advance(graph, frontier, functor, problem, **options)


def advance_in_two(cond, apply, graph, frontier, problem, /) -> None:
    operators.advance(graph, frontier, None, problem, cond=cond, apply=apply, unique=True)


OPERATORS: dict[str, Callable[..., object]] = {
    **{
        f"advance {balance}": partial(advance, load_balance=balance, unique=True)
        for balance in ("thread", "buckets", "edges")
    },
    "advance indexed": partial(advance, functor=count_indexed, unique=True),
    "advance in two": partial(advance_in_two, count_edge, count_neighbor),
    "advance in two, refused at times": partial(advance_in_two, count_edge, pass_refusal_on),
    "advance indexed in two": partial(advance_in_two, count_indexed, count_indexed),
    "pull": pull,
    "bitmap": lambda graph, frontier, problem: frontier.bitmap,
    "compute": lambda graph, frontier, problem: operators.compute(frontier, count_item, problem),
    **{
        f"filter {kind}": lambda graph, frontier, problem, kind=kind: operators.filter(
            frontier, count_item, problem, deduplicate=kind
        )
        for kind in ("exact", "cheap")
    },
    "reduce sum": partial(reduce, over="in"),
    **{f"reduce {reduction}": partial(reduce, reduction=reduction) for reduction in ("any", "min", "max")},
}

# Fewer than single_block's small capacity, and more: it has a kernel for each.
SOURCES = [0], [0, 1, 2, 3]

# Each program is one or more runs; where a run can't be finished, the next one still begins.
PROGRAMS: dict[str, list[Program]] = {
    **{
        f"bfs by {name}": [partial(search, *method, BOOK, sources) for sources in SOURCES]
        for name, method in zip(METHOD_IDS, METHODS, strict=True)
    },
    **{
        f"fused prepared={prepared} predecessors={predecessors}": [partial(fused, prepared, predecessors)]
        for prepared in (False, True)
        for predecessors in (False, True)
    },
    **{
        name: [partial(run, *chosen, graph) for graph in (SMALL, CYCLES, HUB)]
        for name, chosen in zip(RUN_IDS, RUNS, strict=True)
    },
    "strong components by coloring": [strong_components_by_coloring],
    "sssp by narrow weights": [paths_by_narrow_weights],
    **LAUNCH_PROGRAMS,
    "biconnected_components by level": [sweeps],
    "sampled neighbors": [drawn],
    "smallest predecessors": [lowered],
    "changed edges": [changed],
    "eccentricities by bounds": [bounded],
    "triangles at a hub": [looked_up],
    "pagerank in slices": [in_slices],
    "pagerank by equal shares": [by_equal_shares],
    **FILTERED,
    "fused in 8 bits": [small_levels],
    "merged edges": [merged_edges],
    "lists": [lists],
    "route": [partial(route, 0), partial(route, 4096), way_back],
    **{name: [partial(operator, use)] for name, use in OPERATORS.items()},
    "load-balancing search": [balanced_search],
    "hybrid": [hybrid],
    "scan": [scan],
    "ranks": [ranks],
    "ranks over peers": [over_peers],
    "paths over peers": [partial(paths_over_peers, predecessors) for predecessors in (True, False)],
    "sources over peers": [sources_over_peers],
    "components over peers": [components_over_peers],
    "PageRank over peers": [partial(ranks_over_peers, tolerance) for tolerance in (1e-6, 1e-9)],
    "generators": [
        lambda device: generators.kronecker(4, device=device),
        lambda device: generators.uniform(10, 20, device=device),
    ],
}


def kernels() -> set[str]:
    """The functions that a GPU runs, as ``module.name``: all without annotations but the CPU's own."""

    def within(node: ast.AST, prefix: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                yield from within(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.FunctionDef):
                names = [*child.args.posonlyargs, *child.args.args, *child.args.kwonlyargs]
                if names and child.returns is None and not any(name.annotation for name in names):
                    yield prefix + child.name
                yield from within(child, f"{prefix}{child.name}.<locals>.")
            else:
                yield from within(child, prefix)

    found = set()
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        module = ".".join(parts).removesuffix(".__init__")
        found |= {f"{module}.{name}" for name in within(ast.parse(path.read_text()), "")}
    of_cpu = tuple(f"{module}." for module in CPU_MODULES)
    return {name for name in found - CPU_FORMS if not name.startswith(of_cpu)}


def with_callees(body: Callable[..., Any]) -> set[str]:
    """The kernel and the functions that are compiled with it for a GPU, as `kernels` names them."""
    found: dict[Callable[..., Any], str] = {}

    def add(function: Any) -> None:
        plain = cuda_forms.get(function, function)
        if is_plain(plain) and plain not in found:
            found[plain] = f"{plain.__module__}.{plain.__qualname__}"
            for value in captured(plain).values():
                add(value)

    add(body)
    return set(found.values())
