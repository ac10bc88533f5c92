"""Replacements of plain functions in compiled code.

`atomics` and the modules of `intrinsics` fill these tables.
"""

from collections.abc import Callable
from typing import Any

# Numba intrinsics that replace plain functions, such as the atomics, in code compiled for the CPU. All other
# plain functions are compiled together with the body.
cpu_intrinsics: dict[Callable[..., Any], Any] = {}

# Plain functions that replace others in code compiled for the GPU.
cuda_forms: dict[Callable[..., Any], Callable[..., Any]] = {}

# Makers of the Numba intrinsics that replace plain functions in code compiled for the GPU.
cuda_intrinsics: dict[Callable[..., Any], Callable[[], Any]] = {}


def is_registered(function: Callable[..., Any]) -> bool:
    """Whether the function has a replacement on either device."""
    return function in cpu_intrinsics or function in cuda_forms or function in cuda_intrinsics
