"""Shared by the checks: the error that they raise, and the conversion of arrays to compare."""

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..graph import Graph
from ..graph.edges import as_array
from ..graph.vertices import named


class ValidationError(AssertionError):
    """A result breaks a rule: the error names the rule and the vertex or edge."""

    def __init__(self, rule: str, problem: str) -> None:
        super().__init__(rule, problem)  # what pickle makes the error from again
        self.rule, self.problem = rule, problem

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.problem}"


def signed_integers(name: str, values: np.ndarray) -> np.ndarray:
    """The values as a NumPy array of int64, so that a level plus 1 can't overflow."""
    array = Cpu().array(as_array(values, name))
    if array.dtype.kind != "i":
        raise InputError(f"{name} must be signed integers, not {array.dtype}")
    return array.astype(np.int64)


def real_numbers(name: str, values: np.ndarray) -> np.ndarray:
    """The values as a NumPy array of floating-point numbers."""
    array = Cpu().array(as_array(values, name))
    if array.dtype.kind != "f":
        raise InputError(f"{name} must be floating-point numbers, not {array.dtype}")
    return array


def path_lengths(name: str, values: np.ndarray) -> np.ndarray:
    """Distances as floating-point numbers: of signed integers -1 becomes infinity, not reached."""
    array = Cpu().array(as_array(values, name))
    return np.where(array == -1, np.inf, array) if array.dtype.kind == "i" else real_numbers(name, array)


def whole_numbers(name: str, values: np.ndarray, graph: Graph) -> np.ndarray:
    """The values as by `signed_integers`, after checking rule 1: one per vertex, none negative."""
    array = signed_integers(name, values)
    if array.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{array.shape} {name} for {graph.num_vertices} vertices")
    if (bad := np.flatnonzero(array < 0)).size:
        raise ValidationError("1", f"{array[bad[0]]} is among the {name}, at vertex {named(graph, bad[0])}")
    return array
