"""Upper halves of float32 numbers on the CPU: 16 bits with float32's range, and 8 bits of precision."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics

HALF, WORD, LONG = ir.IntType(16), ir.IntType(32), ir.IntType(64)
FLOAT, DOUBLE = ir.FloatType(), ir.DoubleType()
KEPT = 2**64 - 2**45  # bits of a float64 number: the sign, the exponent and 7 binary digits


def upper_half(number: float) -> int:
    """The bits of the number, rounded towards 0 to the upper half of a float32 number."""
    kept = np.float64(number).view(np.uint64) & np.uint64(KEPT)
    return int(np.float32(kept.view(np.float64)).view(np.uint32)) >> 16


def from_half(half: int) -> float:
    """The number whose bits these are."""
    return float(np.uint32(half << 16).view(np.float32))


@intrinsic
def _upper_half(typing_context: Any, number: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        long = builder.and_(builder.bitcast(arguments[0], LONG), LONG(KEPT))  # first, since `fptrunc` rounds
        word = builder.bitcast(builder.fptrunc(builder.bitcast(long, DOUBLE), FLOAT), WORD)
        return builder.trunc(builder.lshr(word, WORD(16)), HALF)

    return types.uint16(types.float64), build


@intrinsic
def _from_half(typing_context: Any, half: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = builder.shl(builder.zext(arguments[0], WORD), WORD(16))
        return builder.fpext(builder.bitcast(word, FLOAT), DOUBLE)

    return types.float64(types.uint16), build


cpu_intrinsics.update({upper_half: _upper_half, from_half: _from_half})
