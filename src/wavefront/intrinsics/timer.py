"""The time as compiled code sees it, so that it doesn't wait for ever."""

import sys
import time
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compiler.numba_cuda import intrinsic_tools
from ..compiler.registry import cpu_intrinsics, cuda_intrinsics

# The system's number of the clock that is never set, of those where compiled code on a CPU can read it.
MONOTONIC = {"linux": 1, "darwin": 6}.get(sys.platform)
INT32, INT64 = ir.IntType(32), ir.IntType(64)


def nanoseconds() -> int:
    """Nanoseconds since some moment; all threads of a GPU see the same time, in steps of no certain size.

    On a CPU for systems that MONOTONIC names, 0 on others.
    """
    return time.monotonic_ns()


@cache
def _nanoseconds() -> Any:
    _, types, intrinsic = intrinsic_tools()

    def read(context: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(ir.IntType(64), [])
            code = ir.InlineAsm(kind, "mov.u64 $0, %globaltimer;", "=l", side_effect=True)
            return builder.call(code, [])

        return types.int64(), build

    return intrinsic(read)


@intrinsic
def _nanoseconds_on_cpu(typing_context: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if MONOTONIC is None:
            return INT64(0)
        time_type = ir.LiteralStructType([INT64, INT64])  # seconds, and nanoseconds
        place = cgutils.alloca_once(builder, time_type)
        shape = ir.FunctionType(INT32, [INT32, time_type.as_pointer()])
        read = cgutils.get_or_insert_function(builder.module, shape, "clock_gettime")
        builder.call(read, [INT32(MONOTONIC), place])
        seconds, rest = (builder.load(cgutils.gep_inbounds(builder, place, 0, part)) for part in (0, 1))
        return builder.add(builder.mul(seconds, INT64(10**9)), rest)

    return types.int64(), build


cpu_intrinsics[nanoseconds] = _nanoseconds_on_cpu
cuda_intrinsics[nanoseconds] = _nanoseconds
