"""What the questions draw and run: random small graphs, counted runs, and what a kernel reads."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ...accounting.arithmetic import Range
from ...accounting.counting import CountingDevice, counted_run
from ...generators import path
from ...graph import Graph
from ...graph.formats import COO, CSC, CSR
from ...measure.account import Account, account
from ...strategies import STRATEGIES
from ...text_table import WIDTH
from .question import Part

FORMATS = ("csr", "csc", "coo")
MOST_DRAWS = 1000


class Drawn(NamedTuple):
    """A question's content."""

    situation: str
    graph: Graph
    parts: tuple[Part, ...]
    explanation: str
    accounts: Mapping[str, Account] = MappingProxyType({})  # by heading
    shows_edges: bool = True  # below the situation


def directed_graph(rng: np.random.Generator, vertices: int, edges: int, levels: int = 3) -> Graph:
    """A simple directed graph; vertex 0 reaches most of it, in `levels` levels or more."""
    for _ in range(MOST_DRAWS):
        src, dst = rng.integers(0, vertices, (2, edges + edges // 4))
        graph = Graph.from_edges(src, dst, vertices, simplify=True)
        found = levels_of(graph, 0)
        if found.max() >= levels and (found >= 0).sum() > 0.7 * vertices:
            return graph
    return path(vertices)


def hub_graph(rng: np.random.Generator, vertices: int, leaves: int) -> tuple[Graph, int]:
    """A directed graph with a hub of `leaves` out-edges that vertex 0 reaches in two steps; and the hub."""
    middle, hub, *others = (1 + rng.permutation(vertices - 1)).tolist()
    src = [0, middle, *[hub] * leaves, *rng.choice(others, vertices // 2).tolist()]
    dst = [middle, hub, *others[:leaves], *rng.choice(others, vertices // 2).tolist()]
    return Graph.from_edges(src, dst, vertices, simplify=True), hub


def levels_of(graph: Graph, source: int) -> np.ndarray:
    """The vertices' levels, by the sequential method in plain Python."""
    return run(graph, source, "sequential")[0]


def run(graph: Graph, source: int, strategy: str, **options: Any) -> tuple[np.ndarray, CountingDevice]:
    """A method's search in the counting build, its threads in the order of their numbers."""
    return counted_run(STRATEGIES[strategy], graph, np.array([source]), options, keep_threads=True)


def counted(graph: Graph, source: int, strategy: str, **options: Any) -> Account:
    """The method's account, counted in a run."""
    return account(graph, source, strategy, count=True, **options)


def format_read(graph: Graph, strategy: str, **options: Any) -> str:
    """The format whose arrays the method's kernel reads."""
    _, counter = run(graph, 0, strategy, **options)
    read = {at.array for level in counter.accesses for at in level if at.kind == "read"}
    fields = {"csr": CSR._fields, "csc": CSC._fields, "coo": COO._fields}
    (found,) = [name for name in FORMATS if read.issuperset(fields[name][:2])]
    return found


def edges_text(graph: Graph) -> str:
    """The graph's edges, in lines that fit a terminal."""
    src, dst, _ = graph.coo
    pairs = list(zip(src.tolist(), dst.tolist(), strict=True))
    if not graph.directed:
        pairs = [(first, second) for first, second in pairs if first <= second]
    arrow = "->" if graph.directed else "-"
    lines, line = [], "  "
    for first, second in pairs:
        word = f"{first}{arrow}{second}  "
        if len(line) + len(word.rstrip()) > WIDTH:
            lines.append(line.rstrip())
            line = "  "
        line += word
    return "\n".join(
        [f"  {graph.num_vertices} vertices, 0 to {graph.num_vertices - 1}", *lines, line.rstrip()]
    )


def one(figure: Range) -> int:
    """A counted figure: one order of the threads ran, so it is no range."""
    assert isinstance(figure, int)
    return figure


def numbers(vertices: Any) -> frozenset[int]:
    """Vertices in any order, as an answer."""
    return frozenset(int(vertex) for vertex in vertices)


def middle_level(rng: np.random.Generator, levels: np.ndarray) -> int:
    """A level from 2 to the last that holds a vertex."""
    return int(rng.integers(2, int(levels.max()) + 1))
