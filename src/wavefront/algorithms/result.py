"""Results in NumPy, for all algorithms."""

from dataclasses import fields, replace
from typing import Any, TypeVar

Result = TypeVar("Result")


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
        kept["_in_numpy"] = replace(result, **copies)  # type: ignore[type-var]
    copy: Result = kept["_in_numpy"]
    return copy
