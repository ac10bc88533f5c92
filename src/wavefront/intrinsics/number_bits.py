"""Floating-point numbers as the integer with the same bits, for words that hold integers; on GPUs.

Of numbers that aren't negative the bits are in the order of the numbers.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir

from ..compiler.numba_cuda import intrinsic_tools
from ..compiler.registry import cuda_intrinsics
from .access import on_element

HALF = 32  # bits
LONG, DOUBLE, WORD, SINGLE = ir.IntType(64), ir.DoubleType(), ir.IntType(32), ir.FloatType()


def bits_of(number: float) -> int:
    """The bits of a float64 as an int64."""
    return int(np.float64(number).view(np.int64))


def number_of(bits: int) -> float:
    """The float64 with these bits."""
    return float(np.int64(bits).view(np.float64))


def bits_of_single(number: float) -> int:
    """The bits of a float32 as an int32."""
    return int(np.float32(number).view(np.int32))


def single_of(bits: int) -> float:
    """The float32 with these bits, an int32."""
    return float(np.int32(bits).view(np.float32))


def single_at(array: Any, index: int) -> Any:
    """A floating-point element in its own type; of an int64 one the float32 in its upper half."""
    element = array[index]
    return single_of(int(element) >> HALF) if array.dtype == np.int64 else element


def _emit_single_at(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    element = builder.load(address)
    if element.type == LONG:
        return builder.bitcast(builder.trunc(builder.lshr(element, LONG(HALF)), WORD), SINGLE)
    return element


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
    {
        bits_of: _converted("float64", "int64", LONG),
        number_of: _converted("int64", "float64", DOUBLE),
        bits_of_single: _converted("float32", "int32", WORD),
        single_of: _converted("int32", "float32", SINGLE),
        single_at: on_element(
            _emit_single_at, lambda types, array: types.float32 if array.dtype == types.int64 else array.dtype
        ),
    }
)
