"""Fences, fresh reads and sleep for threads that wait for one another inside a compiled body."""

import platform
import sys
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics

NAP = 1 if sys.platform == "win32" else 20  # milliseconds on Windows, microseconds elsewhere
# Linux's number of the system call futex, 0 where it is unknown; of its operations, those within one process.
FUTEX = {"x86_64": 202, "aarch64": 98, "riscv64": 98, "ppc64le": 221}.get(platform.machine(), 0)
FUTEX *= sys.platform == "linux"
FUTEX_WAIT, FUTEX_WAKE, EVERY_THREAD = 128, 129, 2**31 - 1
INT32, INT64 = ir.IntType(32), ir.IntType(64)


def fence() -> None:
    """Order writes: a thread that sees a later write, and then fences too, sees all earlier ones.

    A read after it comes after the writes before it.
    """


def watched(array: Any, index: int) -> Any:
    """The element as other threads last wrote it: the compiler may not reuse an earlier read."""
    return array[index]


def sleep_while(array: Any, index: int, value: int) -> None:
    """Leave the core as long as the lower half of the int64 element is that of `value`, until `wake`.

    May return sooner. Where the operating system is not Linux, it returns after NAP.
    """


def wake(array: Any, index: int) -> None:
    """Wake the threads that sleep while this element has some value."""


def let_run() -> None:
    """Let another thread or process that waits for this core have it, if there is one."""


@intrinsic
def _let_run(typing_context: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        name = "SwitchToThread" if sys.platform == "win32" else "sched_yield"
        builder.call(cgutils.get_or_insert_function(builder.module, ir.FunctionType(INT32, []), name), [])
        return context.get_dummy_value()

    return types.none(), build


@intrinsic
def _fence(typing_context: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.none(), build


@intrinsic
def _watched(typing_context: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        element = cgutils.get_item_pointer(context, builder, signature.args[0], view, [arguments[1]])
        return builder.load_atomic(element, "monotonic", array.dtype.bitwidth // 8)

    return array.dtype(array, types.intp), build


def _low_half(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    view = context.make_array(array_type)(context, builder, array)
    element = cgutils.get_item_pointer(context, builder, array_type, view, [index])
    return builder.bitcast(element, INT32.as_pointer())


def _futex(builder: Any, element: Any, operation: int, value: Any) -> None:
    """Linux's system call on a 32-bit word: sleep while it has this value, or wake so many threads."""
    shape = ir.FunctionType(INT64, [INT64], var_arg=True)
    call = cgutils.get_or_insert_function(builder.module, shape, "syscall")
    no_limit = INT64(0)  # of the time slept
    builder.call(call, [INT64(FUTEX), element, INT32(operation), value, no_limit])


def _nap(builder: Any) -> None:
    name = "Sleep" if sys.platform == "win32" else "usleep"
    shape = ir.FunctionType(INT32, [INT32])
    builder.call(cgutils.get_or_insert_function(builder.module, shape, name), [INT32(NAP)])


@intrinsic
def _sleep_while(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if FUTEX:
            element = _low_half(context, builder, array, *arguments[:2])
            _futex(builder, element, FUTEX_WAIT, builder.trunc(arguments[2], INT32))
        else:
            _nap(builder)
        return context.get_dummy_value()

    return types.none(array, types.intp, types.intp), build


@intrinsic
def _wake(typing_context: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if FUTEX:
            _futex(builder, _low_half(context, builder, array, *arguments), FUTEX_WAKE, INT32(EVERY_THREAD))
        return context.get_dummy_value()

    return types.none(array, types.intp), build


cpu_intrinsics.update(
    {fence: _fence, watched: _watched, sleep_while: _sleep_while, wake: _wake, let_run: _let_run}
)
