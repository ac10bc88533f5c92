"""float64 numbers as the int64 with the same bits, for words that hold integers; on GPUs.

Of numbers that aren't negative the bits are in the order of the numbers.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir

from ..compiler.numba_cuda import intrinsic_tools
from ..compiler.registry import cuda_intrinsics

LONG, DOUBLE = ir.IntType(64), ir.DoubleType()


def bits_of(number: float) -> int:
    """The bits of the number."""
    return int(np.float64(number).view(np.int64))


def number_of(bits: int) -> float:
    """The number with these bits."""
    return float(np.int64(bits).view(np.float64))


def _converted(before: str, after: str, kind: Any) -> Callable[[], Any]:
    @cache
    def make() -> Any:
        _, types, intrinsic = intrinsic_tools()

        def convert(typing_context: Any, value: Any) -> Any:
            def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                return builder.bitcast(arguments[0], kind)

            return getattr(types, after)(getattr(types, before)), build

        return intrinsic(convert)

    return make


cuda_intrinsics.update(
    {bits_of: _converted("float64", "int64", LONG), number_of: _converted("int64", "float64", DOUBLE)}
)
