"""Copies and views of arrays on the CPU.

Copies are memcpy's, which copies several times as fast as a loop does. Numba compiles its own `view` anew for
every pair of types, in a tenth of a second.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics


def copy_over(source: Any, target: Any) -> None:
    """Copy the source to the beginning of the target: contiguous arrays of one type that don't overlap."""
    target[: source.size] = source


def viewed_as(like: Any, array: Any) -> Any:
    """The memory of a contiguous array as elements of the type of `like`."""
    return array.view(like.dtype)


@intrinsic
def _viewed_as(typing_context: Any, like: Any, array: Any) -> Any:
    kind = types.Array(like.dtype, 1, "C")

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.np.arrayobj import populate_array  # 20 ms, when there is something to compile

        seen = context.make_array(array)(context, builder, arguments[1])
        view = context.make_array(kind)(context, builder)
        itemsize = context.get_constant(types.intp, kind.dtype.bitwidth // 8)
        size = builder.udiv(builder.mul(seen.nitems, seen.itemsize), itemsize)
        data = builder.bitcast(seen.data, view.data.type)
        populate_array(view, data, [size], [itemsize], itemsize, seen.meminfo, seen.parent)
        return view._getvalue()

    return kind(like, array), build


@intrinsic
def _copy(typing_context: Any, source: Any, target: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = zip(signature.args, arguments, strict=True)
        begin, end = (context.make_array(kind)(context, builder, value) for kind, value in kinds)
        cgutils.raw_memcpy(builder, end.data, begin.data, begin.nitems, begin.itemsize)
        return context.get_dummy_value()

    return types.none(source, target), build


cpu_intrinsics.update({copy_over: _copy, viewed_as: _viewed_as})
