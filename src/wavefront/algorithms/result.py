"""Results in NumPy, for all algorithms."""

from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np

from ..graph import Graph
from ..strategies.fused.cpu.memory import result_memory

Result = TypeVar("Result")
OF_FILTERS = "_may_use_all_edges", "_filters"  # what a search with filters notes, beside the fields


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
        vars(copy).update({name: kept[name] for name in OF_FILTERS if name in kept})
        kept["_in_numpy"] = copy
    made: Result = kept["_in_numpy"]
    return made


def result_array(graph: Graph, dtype: Any) -> np.ndarray:
    """V numbers on the CPU, their contents undefined: if large, in memory of a result that was dropped."""
    number = np.dtype(dtype)
    return result_memory(graph, graph.num_vertices * number.itemsize).view(number)
