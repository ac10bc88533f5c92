"""Shared by the checks: the error that they raise, and the conversion of arrays to compare."""

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..graph.edges import as_array


class ValidationError(AssertionError):
    """A result breaks a rule: the error names the rule and the vertex or edge."""

    def __init__(self, rule: str, problem: str) -> None:
        super().__init__(f"rule {rule}: {problem}")
        self.rule, self.problem = rule, problem


def signed_integers(name: str, values: np.ndarray) -> np.ndarray:
    """The values as a NumPy array of int64, so that a level plus 1 can't overflow."""
    array = Cpu().array(as_array(values))
    if array.dtype.kind != "i":
        raise InputError(f"{name} must be signed integers, not {array.dtype}")
    return array.astype(np.int64)


def whole_numbers(name: str, values: np.ndarray, num_vertices: int) -> np.ndarray:
    """The values as by `signed_integers`, after checking rule 1: one per vertex, none negative."""
    array = signed_integers(name, values)
    if array.shape != (num_vertices,):
        raise ValidationError("1", f"{array.shape} {name} for {num_vertices} vertices")
    if (bad := np.flatnonzero(array < 0)).size:
        raise ValidationError("1", f"{array[bad[0]]} is among the {name}, at vertex {bad[0]}")
    return array
