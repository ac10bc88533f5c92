"""Fences, fresh reads and pauses for threads that wait for one another inside a compiled body."""

import sys
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..compiler.registry import lowered_by_numba

NAP = 1 if sys.platform == "win32" else 20  # milliseconds on Windows, microseconds elsewhere


def fence() -> None:
    """Order writes: a thread that sees a later write, and then fences too, sees all earlier ones."""


def watched(array: Any, index: int) -> Any:
    """The element as other threads last wrote it: the compiler may not reuse an earlier read."""
    return array[index]


def give_way() -> None:
    """Yield the core to another waiting thread, if there is one."""


def sleep() -> None:
    """Leave the core for NAP: at least 20 microseconds, on Windows a millisecond."""


@intrinsic
def _fence(typing_context: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.fence("acq_rel")
        return context.get_dummy_value()

    return types.none(), build


@intrinsic
def _watched(typing_context: Any, array: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, arguments[0])
        element = cgutils.get_item_pointer(context, builder, signature.args[0], view, [arguments[1]])
        return builder.load_atomic(element, "monotonic", array.dtype.bitwidth // 8)

    return array.dtype(array, types.intp), build


def _system_call(posix: str, windows: str, *numbers: int) -> Any:
    """An intrinsic that calls a function of the operating system with these int32 arguments."""

    @intrinsic
    def call(typing_context: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            shape = ir.FunctionType(int32, [int32] * len(numbers))
            name = windows if sys.platform == "win32" else posix
            function = cgutils.get_or_insert_function(builder.module, shape, name)
            builder.call(function, [int32(number) for number in numbers])
            return context.get_dummy_value()

        return types.none(), build

    int32 = ir.IntType(32)
    return call


_give_way = _system_call("sched_yield", "SwitchToThread")
_sleep = _system_call("usleep", "Sleep", NAP)


@overload(fence, strict=False)
def _lowered_fence() -> Callable[..., Any]:
    return lambda: _fence()


@overload(watched, strict=False)
def _lowered_watched(array: Any, index: Any) -> Callable[..., Any]:
    return lambda array, index: _watched(array, index)


@overload(give_way, strict=False)
def _lowered_give_way() -> Callable[..., Any]:
    return lambda: _give_way()


@overload(sleep, strict=False)
def _lowered_sleep() -> Callable[..., Any]:
    return lambda: _sleep()


lowered_by_numba.update({fence, watched, give_way, sleep})
