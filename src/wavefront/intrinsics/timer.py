"""The time as a thread of a GPU sees it, so that it doesn't wait for ever."""

import time
from functools import cache
from typing import Any

from llvmlite import ir

from ..compiler.numba_cuda import intrinsic_tools
from ..compiler.registry import cuda_intrinsics


def nanoseconds() -> int:
    """Nanoseconds since some moment; all threads of a GPU see the same time, in steps of no certain size."""
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


cuda_intrinsics[nanoseconds] = _nanoseconds
