"""What the checks share: the error they raise, and arrays as they compare them."""

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..graph.edges import as_array


class ValidationError(AssertionError):
    """A result that breaks a rule: which rule, at which vertex or edge."""

    def __init__(self, rule: str, problem: str) -> None:
        super().__init__(f"rule {rule}: {problem}")
        self.rule, self.problem = rule, problem


def signed_integers(name: str, values: np.ndarray) -> np.ndarray:
    """The values in NumPy as int64: wide enough for a level and one more."""
    array = Cpu().array(as_array(values))
    if array.dtype.kind != "i":
        raise InputError(f"{name} must be signed integers, not {array.dtype}")
    return array.astype(np.int64)


def whole_numbers(name: str, values: np.ndarray, num_vertices: int) -> np.ndarray:
    """The values as `signed_integers`: rule 1 is that there is one a vertex, none negative."""
    array = signed_integers(name, values)
    if array.shape != (num_vertices,):
        raise ValidationError("1", f"{array.shape} {name} for {num_vertices} vertices")
    if (bad := np.flatnonzero(array < 0)).size:
        raise ValidationError("1", f"{array[bad[0]]} is among the {name}, at vertex {bad[0]}")
    return array
