"""Atomic read-modify-write on one array element, under the same name in every functor and kernel.

As plain Python and in the CUDA simulator, the functions take a lock. Compiled for the CPU they are LLVM's
``atomicrmw`` and ``cmpxchg``, for the GPU ``cuda.atomic``. Memory order is relaxed ("monotonic"): the barrier
that ends each parallel loop separates a traversal's levels, and within a level only the element itself must
be exact.

Every function takes a one-dimensional array of integers or floats, an index of 0 or more and a value of
the array's type, and returns the element's value before the operation.
"""

import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from .compiler import cuda
from .compiler.numba_cuda import intrinsic_tools
from .compiler.registry import cpu_intrinsics, cuda_forms, cuda_intrinsics
from .compiler.running import let_others_run

_lock = threading.Lock()


class _Alone:
    """Context in which no other thread runs an atomic; other threads may have had their turns before."""

    def __enter__(self) -> None:
        let_others_run()
        _lock.acquire()

    def __exit__(self, *error: object) -> None:
        _lock.release()


_alone = _Alone()


def atomic_add(array: Any, index: int, value: Any) -> Any:
    """Add `value` to the element."""
    with _alone:
        old = array[index]
        array[index] = old + value
        return old


def atomic_min(array: Any, index: int, value: Any) -> Any:
    """Lower the element to `value` if `value` is smaller."""
    with _alone:
        old = array[index]
        array[index] = min(old, value)
        return old


def atomic_lower(array: Any, index: int, value: Any) -> Any:
    """As `atomic_min`, of real numbers that aren't negative: on a GPU one instruction, not a loop."""
    return atomic_min(array, index, value)


def atomic_max(array: Any, index: int, value: Any) -> Any:
    """Raise the element to `value` if `value` is larger."""
    with _alone:
        old = array[index]
        array[index] = max(old, value)
        return old


def atomic_or(array: Any, index: int, value: Any) -> Any:
    """Set the bits of `value` in the element; integers only."""
    with _alone:
        old = array[index]
        array[index] = old | value
        return old


def atomic_exch(array: Any, index: int, value: Any) -> Any:
    """Store `value` in the element."""
    with _alone:
        old = array[index]
        array[index] = value
        return old


def atomic_cas(array: Any, index: int, expected: Any, value: Any) -> Any:
    """Store `value` if the element equals `expected`; integers only. Returns `expected` if it stored."""
    with _alone:
        old = array[index]
        if old == expected:
            array[index] = value
        return old


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    view = context.make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, view, [index])


def _operation_name(name: str, dtype: Any) -> str:
    """LLVM's name of an operation: "min" is umin, min or fmin, depending on the element's type."""
    if isinstance(dtype, types.Float):
        return name if name == "xchg" else f"f{name}"
    return f"u{name}" if name in ("min", "max") and not dtype.signed else name


def _lower_rmw(function: Callable[..., Any], name: str) -> None:
    def rmw(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
        if not _is_atomic_array(array, integers_only=name == "or"):
            return None

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array_type = signature.args[0]
            pointer = _pointer(context, builder, array_type, arguments[0], arguments[1])
            operation = _operation_name(name, array_type.dtype)
            return builder.atomic_rmw(operation, pointer, arguments[2], "monotonic")

        return array.dtype(array, types.intp, array.dtype), build

    rmw.__name__ = function.__name__  # which Numba's messages name
    lowered = cpu_intrinsics[function] = intrinsic(rmw)

    @overload(function, strict=False)  # for functions that the caller has Numba compile
    def call(array: Any, index: Any, value: Any) -> Callable[..., Any]:
        return lambda array, index, value: lowered(array, index, value)


def _is_atomic_array(array: Any, integers_only: bool) -> bool:
    kinds = (types.Integer,) if integers_only else (types.Integer, types.Float)
    return isinstance(array, types.Array) and array.ndim == 1 and isinstance(array.dtype, kinds)


def _compare_and_swap(typing_context: Any, array: Any, index: Any, expected: Any, value: Any) -> Any:
    if not _is_atomic_array(array, integers_only=True):
        return None

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        pair = builder.cmpxchg(pointer, arguments[2], arguments[3], "monotonic", "monotonic")
        old = builder.extract_value(pair, 0)
        assert isinstance(old.type, ir.IntType)
        return old

    return array.dtype(array, types.intp, array.dtype, array.dtype), build


_compare_and_swap.__name__ = atomic_cas.__name__
_lowered_cas = cpu_intrinsics[atomic_cas] = intrinsic(_compare_and_swap)


@overload(atomic_cas, strict=False)
def _call_cas(array: Any, index: Any, expected: Any, value: Any) -> Callable[..., Any]:
    return lambda array, index, expected, value: _lowered_cas(array, index, expected, value)


for _function, _name in (
    (atomic_add, "add"),
    (atomic_min, "min"),
    (atomic_max, "max"),
    (atomic_or, "or"),
    (atomic_exch, "xchg"),
):
    _lower_rmw(_function, _name)


def _cuda_add(array: Any, index: int, value: Any) -> Any:
    return cuda.atomic.add(array, index, value)


def _cuda_min(array: Any, index: int, value: Any) -> Any:
    return cuda.atomic.min(array, index, value)


def _cuda_max(array: Any, index: int, value: Any) -> Any:
    return cuda.atomic.max(array, index, value)


def _cuda_or(array: Any, index: int, value: Any) -> Any:
    return cuda.atomic.or_(array, index, value)


def _cuda_exch(array: Any, index: int, value: Any) -> Any:
    return cuda.atomic.exch(array, index, value)


def _cuda_cas(array: Any, index: int, expected: Any, value: Any) -> Any:
    return cuda.atomic.cas(array, index, expected, value)


cuda_forms.update(
    {
        atomic_add: _cuda_add,
        atomic_min: _cuda_min,
        atomic_max: _cuda_max,
        atomic_or: _cuda_or,
        atomic_exch: _cuda_exch,
        atomic_cas: _cuda_cas,
    }
)


@cache
def _cuda_lower() -> Any:
    """The bits of numbers that aren't negative are in the order of the numbers."""
    cgutils, types, intrinsic = intrinsic_tools()

    def lower(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
        bits = array.dtype.bitwidth
        word, register = ir.IntType(bits), "l" if bits == 64 else "r"

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            view = context.make_array(array)(context, builder, arguments[0])
            address = cgutils.get_item_pointer(context, builder, array, view, [arguments[1]])
            kind = ir.FunctionType(word, [address.type, word])
            code = f"atom.relaxed.gpu.global.min.s{bits} $0, [$1], $2;"
            call = ir.InlineAsm(kind, code, f"={register},l,{register},~{{memory}}", side_effect=True)
            before = builder.call(call, [address, builder.bitcast(arguments[2], word)])
            return builder.bitcast(before, arguments[2].type)

        return array.dtype(array, types.int64, array.dtype), build

    return intrinsic(lower)


cuda_intrinsics[atomic_lower] = _cuda_lower
