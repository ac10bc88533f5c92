"""What is run with too little memory: all that allocates much, on graphs that take a few megabytes.

A case makes two functions, anew for each run: one to be called under a limit, and one that turns what it
returned into arrays to be compared.
"""

import copy
import pickle
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from graphs import METHOD_IDS, METHODS, RUN_IDS, RUNS, suited

import wavefront as wf
from wavefront import generators, operators
from wavefront.atomics import atomic_add
from wavefront.graph.undirected import as_undirected
from wavefront.io.files import FORMATS, SUFFIXES
from wavefront.maze.board import read_board, write_board
from wavefront.strategies import ACCOUNTS

Run = Callable[[], Any]
Case = Callable[[Path], tuple[Run, Callable[[Any], list[Any]]]]

VERTICES, EDGES = 60_000, 700_000
HUB_EDGES = 1_200_000  # of three vertices: more than a bucket that is sorted in the cache
SCALE, SIDE = 14, 300  # of the Kronecker graph and of the grid that are searched


@cache
def edges(kind: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sources, destinations and weights."""
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, VERTICES, (2, HUB_EDGES if kind == "hubs" else EDGES))
    if kind == "hubs":
        src %= 3
    if kind == "sorted":
        order = np.lexsort((dst, src))
        src, dst = src[order], dst[order]
    return src.astype(np.int32), dst.astype(np.int32), rng.random(src.size)


@cache
def kept(kind: str, row: Any = None) -> wf.Graph:
    """A graph, which `fresh` copies; in a form that this row's algorithm can take, if there is a row."""
    graph = generators.kronecker(SCALE) if kind == "kronecker" else generators.grid(SIDE, SIDE)
    return graph if row is None else suited(row, graph)


def fresh(kind: str = "kronecker", row: Any = None) -> wf.Graph:
    """The graph, with all views but `csr` still to be built."""
    graph = wf.Graph.from_csr(*kept(kind, row).csr, directed=kept(kind, row).directed)
    assert graph.csr.dst.size
    return graph


def arrays(made: Any) -> list[Any]:
    """The arrays of a graph, of a tuple or of an object; or what was made itself."""
    if isinstance(made, wf.Graph):
        labels = [] if made.labels is None else [made.labels]
        return [*arrays(made.csr), *labels]
    values = made if isinstance(made, tuple) else vars(made).values()
    return [value for value in values if isinstance(value, np.ndarray)]


def building(kind: str, weighted: bool, directed: bool, folder: Path):
    src, dst, weights = edges(kind)
    values = weights if weighted else None
    return partial(wf.Graph.from_edges, src, dst, VERTICES, values, directed=directed), arrays


def unsorted(folder: Path):
    src, dst, weights = edges("sorted")
    ptr = np.searchsorted(src, np.arange(VERTICES + 1))
    return lambda: wf.Graph.from_csr(ptr, dst[::-1].copy(), weights).csr, arrays


def viewing(view: Callable[[wf.Graph], Any], directed: bool, folder: Path):
    graph = fresh("grid")  # whose longest list is short, for `ell`
    if directed:
        graph = wf.Graph.from_csr(*graph.csr[:2], np.ones(graph.num_edges))
    return partial(view, graph), arrays


def preparing(form: str, kind: str, folder: Path):
    graph = fresh(kind)
    return lambda: wf.bfs(graph.prepare(form), 5, predecessors=False), lambda result: [result.levels]


def searching(strategy: str, options: dict[str, Any], folder: Path):
    graph = fresh("grid" if options.get("layout") == "ell" else "kronecker")
    search = partial(wf.bfs, graph, 5, strategy=strategy, deterministic=True, trace=True, **options)
    return search, lambda result: [result.levels, result.predecessors]


def accounting(strategy: str, options: dict[str, Any], folder: Path):
    return partial(wf.account, fresh(), 5, strategy, **options), lambda made: [made.to_json()]


def computing(row: Any, options: dict[str, Any], folder: Path):
    kind = "grid" if row.name == "betweenness_centrality" else "kronecker"
    graph = fresh(kind, row)
    options = {**options, **row.starts(graph)}
    if row.name == "betweenness_centrality":
        options["sources"] = 3

    def check(result: Any) -> list[Any]:
        row.validate(kept(kind, row), result, options)
        unique = [value for name, value in vars(result).items() if "predecessors" not in name]
        return [value for value in unique if isinstance(value, np.ndarray)]

    return partial(row.function, graph, **options), check


def routing(shape: tuple[int, ...], cost: bool, folder: Path):
    blocked = np.zeros(shape, bool)
    blocked[..., 5, :-1] = True
    ends = (0,) * len(shape), tuple(size - 1 for size in shape)
    costs = np.ones(shape) if cost else None
    return lambda: wf.maze.route(blocked, *ends, cost=costs), lambda found: [len(found.path)]


def wiring(folder: Path):
    board = np.zeros((2, 300, 300), bool)
    nets = [((0, 10 * place, 0), (1, 299, 10 * place)) for place in range(5)]
    return partial(wf.maze.route_nets, board, nets), lambda routed: [np.array(routed.lengths)]


def boards(suffix: str, folder: Path):
    board, path = np.random.default_rng(1).random((1200, 1000)) < 0.3, folder / f"board{suffix}"

    def run() -> np.ndarray:
        write_board(board, path)
        return read_board(path)

    return run, lambda read: [read]


@cache
def file_graph(name: str, weighted: bool) -> wf.Graph:
    """A graph that the format can hold: of integer weights, or of none."""
    src, dst, weights = edges("random")
    size = 20_000 if name == "graphml" else 150_000
    values = np.ceil(9 * weights[:size]) if weighted else None
    labels = [f"name{vertex}" for vertex in range(VERTICES)] if name == "edges" and not weighted else None
    undirected = name in ("metis", "graph500")
    return wf.Graph.from_edges(
        src[:size], dst[:size], VERTICES, values, directed=not undirected, labels=labels
    )


def writing(name: str, suffix: str, weighted: bool, folder: Path):
    suffix = ".wsg" if suffix == ".sg" and weighted else suffix
    graph, path = file_graph(name, weighted), folder / f"{name}_written_{weighted}{suffix}"
    return partial(wf.write, graph, path, name), lambda _: arrays(wf.read(path, name))


def reading(name: str, suffix: str, weighted: bool, folder: Path):
    suffix = ".wsg" if suffix == ".sg" and weighted else suffix
    path = folder / f"{name}_{weighted}{suffix}"
    if not path.exists():
        wf.write(file_graph(name, weighted), path, name)

    def run() -> wf.Graph:
        graph = wf.read(path, name)
        assert graph.csr.dst.size
        return graph

    return run, arrays


class Problem(NamedTuple):
    """The problem of the functors."""

    counts: Any


def accept(source, neighbor, edge, problem):
    return atomic_add(problem.counts, neighbor, 1) == 0


def weigh(source, neighbor, edge, problem):
    return problem.counts[neighbor] + 1.0


def keep(vertex, problem):
    return problem.counts[vertex] > 0


def operating(balance: str, folder: Path):
    graph, counts = fresh(), np.zeros(1 << SCALE)

    def run() -> tuple[np.ndarray, ...]:
        counts[:] = 0
        problem = Problem(counts)
        frontier = operators.Frontier(graph).load_all()
        operators.advance(graph, frontier, accept, problem, load_balance=balance)
        operators.filter(frontier, keep, problem, deduplicate="exact")
        out = np.zeros(graph.num_vertices)
        operators.neighbor_reduce(graph, weigh, problem, out, over="in")
        return out, np.sort(frontier.items)

    return run, arrays


def generating(make: Callable[[], Any], folder: Path):
    return make, lambda made: [made] if isinstance(made, np.ndarray) else arrays(made)


def suffixes() -> list[tuple[str, str]]:
    """Each format with a suffix of its own."""
    first = {name: suffix for suffix, name in reversed(SUFFIXES.items())} | {"galois": ".gr"}
    return [(name, first[name]) for name in FORMATS]


VIEWS = {
    "csc": lambda graph: graph.csc,
    "csc_slots": lambda graph: (graph.csc_slots,),
    "reversed": lambda graph: graph.reversed.csr,
    "coo": lambda graph: graph.coo,
    "ell": lambda graph: graph.ell,
    "jds": lambda graph: graph.jds,
    "simplified": wf.Graph.simplified,
    "undirected": as_undirected,
    "SciPy": lambda graph: wf.Graph.from_scipy(graph.to_scipy()),
    "pickle": lambda graph: pickle.loads(pickle.dumps(graph)),
    "deepcopy": copy.deepcopy,
}
GENERATORS: dict[str, Run] = {
    "kronecker": partial(generators.kronecker, 15),
    "uniform": partial(generators.uniform, 50_000, 500_000),
    "grid": partial(generators.grid, 60, 60, 60),
    "small world": partial(generators.small_world, 50_000, 8, 0.1),
    "star": partial(generators.star, 500_000),
    "complete": partial(generators.complete, 900),
    "maze": partial(generators.maze, 301, 301),
}
CASES: dict[str, Case] = {
    **{
        f"build {kind} weighted={weighted} directed={directed}": partial(building, kind, weighted, directed)
        for kind in ("random", "sorted", "hubs")
        for weighted in (False, True)
        for directed in (True, False)
    },
    "build from unsorted lists": unsorted,
    **{
        f"{name} directed={directed}": partial(viewing, view, directed)
        for name, view in VIEWS.items()
        for directed in (True, False)
    },
    "prepare hubs_first": partial(preparing, "hubs_first", "kronecker"),
    "prepare breadth_first": partial(preparing, "breadth_first", "grid"),
    "prepare auto": partial(preparing, "auto", "kronecker"),
    **{f"bfs {name}": partial(searching, *row) for name, row in zip(METHOD_IDS, METHODS, strict=True)},
    **{
        f"account {row[0]}": partial(accounting, *row) for row in METHODS if not row[1] and row[0] in ACCOUNTS
    },
    **{
        name: partial(computing, *row)
        for name, row in zip(RUN_IDS, RUNS, strict=True)
        if row[0].name != "bfs"
    },
    "route": partial(routing, (1000, 1000), False),
    "route in layers": partial(routing, (2, 500, 500), False),
    "route by cost": partial(routing, (150, 150), True),
    "route nets": wiring,
    **{f"board {suffix}": partial(boards, suffix) for suffix in (".png", ".txt", ".npy")},
    **{f"operators {balance}": partial(operating, balance) for balance in ("thread", "buckets", "edges")},
    **{f"generate {name}": partial(generating, make) for name, make in GENERATORS.items()},
    **{
        f"{verb} {name} weighted={weighted}": partial(form, name, suffix, weighted)
        for name, suffix in suffixes()
        for weighted in (False, True)
        if not (name == "graph500" and weighted)
        for verb, form in (("read", reading), ("write", writing))
        if (verb, name) != ("write", "parquet")  # PyArrow ends the process where memory runs short
    },
}
