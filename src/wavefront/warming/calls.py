"""The calls that a warm-up makes: real ones, on small graphs of several shapes.

So nothing here knows what a call compiles. The calls follow from the tables of algorithms and of strategies,
and from the functions' parameters.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, get_args

import numpy as np

from ..algorithms import ALGORITHMS
from ..device import get_device
from ..generators import grid, kronecker, uniform
from ..graph import Graph
from ..graph.build_in_cache import MOST_VERTICES
from ..graph.random_weights import with_random_weights
from ..graph.weight_types import TYPES
from ..io import read, write
from ..measure.account import account
from ..strategies import METHODS

GRAPHS = "graphs"  # the name of the calls that build graphs, which all others need
ACCOUNT = "account"  # of the call that counts what fused does


class Call(NamedTuple):
    """A call to be made ahead, on graphs of every shape."""

    name: str  # an algorithm, GRAPHS or ACCOUNT
    options: dict[str, Any]

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.options.items())])


def stages_of(names: Sequence[str], every: bool) -> list[list[Call]]:
    """The calls in stages: what one stage compiles, the next one's calls share."""
    calls = []
    for name in names:
        parameters = signature(ALGORITHMS[name].function).parameters
        calls.append(Call(name, {}))
        if every:
            calls += [
                Call(name, {option: value}) for option, value in _other_values(ALGORITHMS[name].function)
            ]
        elif "predecessors" in parameters:
            calls.append(Call(name, {"predecessors": False}))
        if every and name == "bfs":
            calls += [*(Call(name, options) for options in _strategies()), Call(ACCOUNT, {})]
    return [[Call(GRAPHS, {"ids": "int32"})], [Call(GRAPHS, {"ids": "int64"}), *calls]]


def _strategies() -> Iterator[dict[str, Any]]:
    for name, method in METHODS.items():
        yield {"strategy": name}
        for option, value in _other_values(method.bfs):
            yield {"strategy": name, option: value}
        for layout in getattr(method, "LAYOUTS", ()):
            yield {"strategy": name, "layout": layout}


def _other_values(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """The values beside the default one of the function's options that are flags or choices of words."""
    for name, parameter in signature(function).parameters.items():
        if isinstance(parameter.default, bool):
            yield name, not parameter.default
        words = get_args(function.__globals__.get(str(parameter.annotation)))  # of a Literal
        yield from ((name, word) for word in words if word != parameter.default)


def run(call: Call, device: str, every: bool = False) -> None:
    """Make the call on every shape of graph."""
    if call.name == GRAPHS:
        for graph in shapes(every):
            _build(graph, call.options["ids"], device)
            _read(graph)
        many = uniform(2 * MOST_VERTICES, 1 << 14)  # so many vertices that the lists are built in buckets
        for graph in (many, with_random_weights(many, seed=1)):
            _build(graph, call.options["ids"], device)
        return
    if call.name == ACCOUNT:
        for graph in shapes(every):
            account(graph, 0, "fused")
        return
    row = ALGORITHMS[call.name]
    for graph in shapes(every):
        if call.options.get("weighted") and not graph.weighted:
            continue
        taken = row.suited(graph)
        row.function(taken, **row.starts(taken), **call.options, device=device)


@cache
def shapes(every: bool) -> list[Graph]:
    """Graphs that together make the algorithms use all their forms.

    Small and large; with hubs and without; with few and with many levels; directed and undirected; with
    weights and without.
    """
    plain = [
        kronecker(5),
        kronecker(13),
        grid(5, 6),
        grid(220, 200),
        uniform(1 << 7, 1 << 9, directed=True),
        kronecker(13, directed=True),
    ]
    weighted = [_with_weights(with_random_weights(graph, seed=1), np.float64) for graph in plain]
    if not every:
        return [*plain, *weighted]
    others = [_with_weights(graph, dtype) for dtype in TYPES if dtype != np.float64 for graph in weighted]
    prepared = [kronecker(13).prepare("hubs_first"), grid(220, 200).prepare("breadth_first")]
    return [*plain, *weighted, *others, *prepared]


def _with_weights(graph: Graph, dtype: Any) -> Graph:
    """The graph with its weights in this type."""
    return Graph.from_csr(*graph.csr[:2], np.asarray(graph.csr.weights, dtype), directed=graph.directed)


def _build(graph: Graph, ids: str, device: str) -> None:
    """Build the graph again from arrays on the device, as callers have them, and what is made of it."""
    where = get_device(device)
    some_order = np.random.default_rng(0).permutation(graph.num_edges)
    for order in (slice(None), some_order):
        src, dst = (where.array(ends[order].astype(ids)) for ends in graph.coo[:2])
        values = graph.coo.weights
        weights = None if values is None else where.array(values[order])
        for directed in (True, False):
            built = Graph.from_edges(src, dst, graph.num_vertices, weights, directed=directed)
            _ = built.csc, built.coo, built.in_degrees


def _read(graph: Graph) -> None:
    """Write the graph as text and as arrays, and read these."""
    with TemporaryDirectory() as folder:
        for name in ("graph.mtx", "graph.npy"):
            file = Path(folder, name)
            write(graph, file)
            _ = read(file).csr
