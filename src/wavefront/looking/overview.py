"""What the page's charts show: the account and the trace of each method, and the graph's degrees."""

import json
from itertools import pairwise
from typing import Any

import numpy as np

from ..algorithms.bfs import bfs
from ..algorithms.memory import memory_needed
from ..errors import InputError
from ..graph import Graph
from ..measure.account import account
from ..strategies import NO_ACCOUNT
from ..strategies.direction_optimized import ALPHA, BETA
from .encoding import shortened

MOST_BARS = 64  # degrees with a bar of their own, or ranges of them


def of_method(graph: Graph, sources: np.ndarray, strategy: str) -> dict[str, Any]:
    """The account's and the trace's JSON, column by column, and the rule that chooses push or pull.

    The account is null for a method without one, and so is the rule.
    """
    known = None
    if strategy not in NO_ACCOUNT:
        known = _by_column(json.loads(account(graph, sources, strategy).to_json()))
    bfs(graph, sources, strategy=strategy, device="cpu", predecessors=False)  # compiles, and warms up
    found = bfs(graph, sources, strategy=strategy, device="cpu", trace=True)
    if found.trace is None:
        raise InputError(f"strategy {strategy!r}: no trace")
    rule = {"alpha": ALPHA, "beta": BETA} if strategy == "direction_optimized" else None
    trace = _by_column(json.loads(found.trace.to_json()))
    return {"strategy": strategy, "rule": rule, "account": known, "trace": trace}


def _by_column(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The rows' columns, `shortened`: a search of a thousand levels has a thousand rows much alike."""
    return {name: shortened([row[name] for row in rows]) for name in rows[0]}


def memory(graph: Graph) -> list[dict[str, Any]]:
    """Bytes of each array that the graph's formats have, and of those of a search, by their sizes alone.

    Nothing is built for this: of a hub's graph ELL might not fit.
    """
    vertices, edges = graph.num_vertices, graph.num_edges
    of_edge, of_offset = graph.csr.dst.itemsize, graph.csr.src_ptr.itemsize
    longest = int(graph.out_degrees.max(initial=0))
    sizes = {
        "csr": {"src_ptr": (vertices + 1) * of_offset, "dst": edges * of_edge},
        "csc": {"dst_ptr": (vertices + 1) * of_offset, "src": edges * of_edge},
        "coo": {"src": edges * of_edge, "dst": edges * of_edge},
        "ell": {"dst": vertices * longest * of_edge},
        "jds": {
            "vertices": vertices * of_edge,
            "column_ptr": (longest + 1) * of_offset,
            "dst": edges * of_edge,
        },
        "search": {
            "levels": vertices * np.dtype(np.int32).itemsize,
            "predecessors": vertices * of_edge,
            "frontiers": 2 * vertices * of_edge,
        },
    }
    return [
        {"part": part, "array": name, "bytes": size}
        for part, arrays in sizes.items()
        for name, size in arrays.items()
    ]


def memory_of_calls(graph: Graph, algorithms: list[str]) -> list[dict[str, Any]]:
    """What `memory_needed` tells of calls of these algorithms, part by part."""
    told = [memory_needed(graph, name, device="cpu") for name in algorithms]
    return [
        {"part": call.algorithm, "array": part, "bytes": size}
        for call in told
        for part, size in call.parts.items()
    ]


def degrees(graph: Graph) -> list[dict[str, int]]:
    """How many vertices have each out-degree; of more than MOST_BARS degrees, in ranges that double."""
    counts = np.bincount(graph.out_degrees)
    if counts.size <= MOST_BARS:
        return [{"from": degree, "to": degree, "vertices": int(count)} for degree, count in enumerate(counts)]
    ends = [0, *(2**power for power in range(int(counts.size - 1).bit_length() + 1))]
    return [
        {"from": first, "to": end - 1, "vertices": int(counts[first:end].sum())}
        for first, end in pairwise(ends)
    ]
