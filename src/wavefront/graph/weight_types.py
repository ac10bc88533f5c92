"""The types that weights are stored in, and that distances by them are kept in.

Kernels are compiled for each type that they meet, so there are few: every integer type widens to one of
these, with at most twice its bytes. What a narrow type saves: docs/decisions/0007-algorithms-on-the-cpu.md.
"""

from typing import Any

import numpy as np

from ..errors import InputError

INTEGERS = np.uint8, np.int16, np.int32, np.int64
TYPES = *INTEGERS, np.float32, np.float64
LARGEST_EXACT = 2**53  # integer up to which float64 holds all


def real_weights(weights: np.ndarray) -> np.ndarray:
    """The weights in the type given if it is one of `TYPES`, else in the next one that holds it.

    Copied only where their type changes. Of uint64 that is int64 if it holds the values, else float64; of any
    other real type float64. Raises InputError unless they are real numbers.
    """
    if weights.ndim != 1 or not (weights.size == 0 or weights.dtype.kind in "biuf"):
        raise InputError("weights must be a one-dimensional array of real numbers")
    given = weights.dtype
    if given in TYPES:
        return weights
    if given.kind in "biu":
        wider = next((dtype for dtype in INTEGERS if np.can_cast(given, dtype)), None)
        if wider is None and (not weights.size or int(weights.max()) <= np.iinfo(np.int64).max):
            wider = np.int64
        if wider is not None:
            return weights.astype(wider)
    return weights.astype(np.float64)


def smallest(weights: np.ndarray) -> np.ndarray:
    """Weights from a file in the smallest type that holds them: of integers, if `whole_range` has one."""
    ends = whole_range(weights)
    return weights if ends is None else weights.astype(smallest_type(*ends), copy=False)


def whole_range(weights: np.ndarray) -> tuple[int, int] | None:
    """The least and the largest weight if there are any, and all are integers; else None.

    Floats count as integers if all are whole, none is -0.0, and none may have been rounded: all are between
    -2^53 and 2^53.
    """
    if not weights.size:
        return None
    least, most = weights.min(), weights.max()
    if weights.dtype.kind == "f":
        if not -LARGEST_EXACT < least <= most < LARGEST_EXACT:  # NaN isn't either
            return None
        if not bool((weights == np.rint(weights)).all()):
            return None
        if least <= 0 <= most and bool((np.signbit(weights) & (weights == 0)).any()):
            return None
    return int(least), int(most)


def smallest_type(least: int, most: int) -> Any:
    """The smallest type that holds these integers and all between them; float64 if no integer type does."""
    for dtype in INTEGERS:
        limits = np.iinfo(dtype)
        if limits.min <= least and most <= limits.max:
            return dtype
    return np.float64


def search_type(weights: Any) -> np.dtype[Any]:
    """The type that holds all sums of weights: float32 by weights of that type, else float64."""
    return np.dtype(np.float32 if weights is not None and weights.dtype == np.float32 else np.float64)


def has_integers(weights: Any) -> bool:
    """Whether there are weights, and distances by them are integers."""
    return weights is not None and weights.dtype.kind in "iu"


def is_reached(distances: Any) -> Any:
    """Which vertices have a distance: by integer weights those not at -1, else those not at infinity."""
    return distances >= 0 if distances.dtype.kind == "i" else distances < np.inf
