"""Bits of words in a GPU's global memory, set by one atomic instruction."""

from typing import Any

import numpy as np
from llvmlite import ir

from ..compiler import cuda
from ..compiler.registry import cuda_intrinsics
from .access import NONE, WORD, on_element


def add_bits(array: Any, index: int, bits: int) -> None:
    """Set these bits of an element of a uint32 array in global memory, by an atomic that returns nothing."""
    cuda.atomic.or_(array, index, np.uint32(bits))


def add_bits_system(array: Any, index: int, bits: int) -> int:
    """Set these bits where other GPUs may set some, too; returns the element's value before, as int64."""
    return int(cuda.atomic.or_(array, index, np.uint32(bits)))


def _emit_add_bits(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [address.type, WORD])
    code = ir.InlineAsm(kind, "red.relaxed.gpu.global.or.b32 [$0], $1;", "l,r,~{memory}", side_effect=True)
    builder.call(code, [address, builder.trunc(values[0], WORD)])
    return NONE


def _emit_add_bits_system(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    kind = ir.FunctionType(WORD, [address.type, WORD])
    code = ir.InlineAsm(
        kind, "atom.relaxed.sys.global.or.b32 $0, [$1], $2;", "=r,l,r,~{memory}", side_effect=True
    )
    return builder.zext(builder.call(code, [address, builder.trunc(values[0], WORD)]), ir.IntType(64))


cuda_intrinsics.update(
    {
        add_bits: on_element(_emit_add_bits, lambda types, array: types.void, values=1),
        add_bits_system: on_element(_emit_add_bits_system, lambda types, array: types.int64, values=1),
    }
)
