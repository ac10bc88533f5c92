"""Results in NumPy, for all algorithms."""

from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np

from ..errors import InputError
from ..filters import ALL_EDGES, ALL_VERTICES, Filters, edge_in_arrays
from ..graph import Graph
from ..strategies.fused.cpu.memory import result_memory

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
        if hasattr(kept[field.name], "__cuda_array_interface__")
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


def edge_filters(result: Any) -> Filters | None:
    """The filters of a search that had one of edges, else None.

    Raises InputError if they were functions and the result is a copy, which has none.
    """
    filters = result._filters
    if filters == NOT_KEPT:
        raise InputError("a copy of a result has no functions: use the result that the search returned")
    return None if filters is None or filters.edges is ALL_EDGES else filters


def state_of(result: Any) -> dict[str, Any]:
    """What pickle and copies take of a result: all but the functions that filtered its edges."""
    state = dict(vars(result))
    filters = state.get(OF_FILTERS)
    if isinstance(filters, Filters):
        of_arrays = filters.edges.functor is edge_in_arrays
        kept = filters._replace(vertices=ALL_VERTICES) if of_arrays else NOT_KEPT
        state[OF_FILTERS] = None if filters.edges is ALL_EDGES else kept
    return state


def result_array(graph: Graph, dtype: Any) -> np.ndarray:
    """V numbers on the CPU, their contents undefined: if large, in memory of a result that was dropped."""
    number = np.dtype(dtype)
    return result_memory(graph, graph.num_vertices * number.itemsize).view(number)
