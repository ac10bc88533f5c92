"""Prefetching of array elements on the CPU; on a GPU nothing: it runs other warps while one waits."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics, cuda_forms


def prefetch(array: Any, index: int) -> None:
    """Start fetching the element's cache line into the CPU's cache, without waiting.

    The index may be out of range: a prefetch never faults and changes no value.
    """


@intrinsic
def _fetch(typing_context: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        element = cgutils.get_item_pointer(context, builder, signature.args[0], view, [arguments[1]])
        byte, int32 = ir.IntType(8).as_pointer(), ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [byte, int32, int32, int32])
        llvm_prefetch = builder.module.declare_intrinsic("llvm.prefetch", (byte,), shape)
        read, keep, data = int32(0), int32(3), int32(1)
        builder.call(llvm_prefetch, [builder.bitcast(element, byte), read, keep, data])
        return context.get_dummy_value()

    return types.none(array, types.intp), build


cpu_intrinsics[prefetch] = _fetch


def _fetch_nothing(array: Any, index: int) -> None:
    """The same on a GPU."""


cuda_forms[prefetch] = _fetch_nothing
