"""Results in NumPy, and the filters that they keep, for all algorithms.

Filters, and the operators that they need, are imported where a search has some.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ..errors import InputError
from ..strategies.fused.cpu.memory import result_memory

if TYPE_CHECKING:
    from ..filters import Filters
    from ..graph import Graph

Result = TypeVar("Result")
OF_FILTERS = "_filters"  # what a search with filters notes, beside the fields
NOT_KEPT = "functions"  # in their place, in a result that went through pickle
NOTED = OF_FILTERS, "_num_kept"  # what a result has beside its fields


def in_numpy(result: Result) -> Result:
    """The result with its arrays in NumPy: itself unless they are on a GPU; else a copy, made once."""
    kept = vars(result)
    on_gpu = {
        field.name: kept[field.name]
        for field in fields(result)  # type: ignore[arg-type]
        if hasattr(kept.get(field.name), "__cuda_array_interface__")
    }
    if not on_gpu:
        return result
    if "_in_numpy" not in kept:
        copies: Any = {name: array.get() for name, array in on_gpu.items()}
        copy: Result = replace(result, **copies)  # type: ignore[type-var]
        vars(copy).update({name: kept[name] for name in NOTED if name in kept})
        kept["_in_numpy"] = copy
    made: Result = kept["_in_numpy"]
    return made


def note_filters(result: Any, filters: Filters | None) -> None:
    """Keep the edge filter of a search with its result, which may ask it again; nothing else is of use.

    A vertex that is dropped was not reached.
    """
    if filters is not None and (edges := filters.of_edges()) is not None:
        vars(result)[OF_FILTERS] = edges


def edge_filters(result: Any) -> Filters | None:
    """What `note_filters` kept: the filters of a search that had one of edges, else None.

    Raises InputError if they were functions and the result is a copy, which has none.
    """
    filters: Filters | str | None = result._filters
    if isinstance(filters, str):
        raise InputError("a copy of a result has no functions: use the result that the search returned")
    return filters


def state_of(result: Any) -> dict[str, Any]:
    """What pickle and copies take of a result: all but the functions that filtered its edges."""
    state = dict(vars(result))
    filters = state.get(OF_FILTERS)
    if filters is None or filters == NOT_KEPT:
        return state
    from ..filters import edge_in_arrays

    if filters.edges.functor is not edge_in_arrays:
        state[OF_FILTERS] = NOT_KEPT
    return state


def result_array(graph: Graph, dtype: Any) -> np.ndarray:
    """V numbers on the CPU, their contents undefined: if large, in memory of a result that was dropped."""
    number = np.dtype(dtype)
    return result_memory(graph, graph.num_vertices * number.itemsize).view(number)
