"""What stands for a plain function in compiled code, where that isn't the function itself.

Filled by `atomics` and by the modules of `intrinsics`.
"""

from collections.abc import Callable
from typing import Any

# Functions that Numba lowers for the CPU itself (the atomics): left alone in a body, where other plain
# functions are compiled with it.
lowered_by_numba: set[Callable[..., Any]] = set()

# Plain functions that stand for others in code compiled for the GPU.
cuda_forms: dict[Callable[..., Any], Callable[..., Any]] = {}

# What makes Numba's intrinsic that stands for a plain function in code compiled for the GPU.
cuda_intrinsics: dict[Callable[..., Any], Callable[[], Any]] = {}


def is_registered(function: Callable[..., Any]) -> bool:
    """Whether anything stands for the function on either device."""
    return function in lowered_by_numba or function in cuda_forms or function in cuda_intrinsics
