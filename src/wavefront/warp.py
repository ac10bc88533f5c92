"""What the lanes of a GPU's warp tell one another, and elements of arrays in the ways that its threads need.

What exchanges values is called by all 32 lanes of a warp. Compiled for a GPU all are PTX's own instructions.
In the simulator, without warps, a block must be one warp of 32 threads; values go through shared memory.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import int64

from .jit import cuda, cuda_forms, cuda_intrinsics

WARP_SIZE = 32
ALL_LANES = 0xFFFFFFFF


def _told(value: Any) -> list[Any]:
    """What every lane says, in the simulator."""
    values = cuda.shared.array(WARP_SIZE, int64)
    values[cuda.threadIdx.x] = value
    cuda.syncthreads()
    told = list(values)
    cuda.syncthreads()  # all have read before the next exchange
    return told


def ballot(predicate: bool) -> int:
    """One bit a lane, set where its predicate holds."""
    return sum(1 << lane for lane, held in enumerate(_told(predicate)) if held)


def rank(mask: int) -> int:
    """How many of the lanes in the mask come before this one."""
    return (int(mask) & ((1 << cuda.threadIdx.x) - 1)).bit_count()


def size_of(mask: int) -> int:
    """How many lanes are in the mask."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The first lane in the mask; the last lane if there is none."""
    return ((int(mask) & -int(mask)).bit_length() - 1) % WARP_SIZE


def without_lowest(mask: int) -> int:
    """The mask but for its first lane."""
    return int(mask) & (int(mask) - 1)


def broadcast_word(value: int, lane: int) -> int:
    """As `broadcast`, of 32 bits without a sign, which is half the work."""
    return broadcast(value, lane)


def broadcast(value: int, lane: int) -> int:
    """The value that this lane has."""
    return int(_told(value)[lane])


def warp_sum(value: int) -> int:
    """The sum of what the lanes have."""
    return int(sum(_told(value)))


def syncwarp() -> None:
    """What the lanes wrote to shared memory before is visible to all of them."""
    cuda.syncthreads()


def at(array: Any, index: int) -> int:
    """An integer element as int64, of an array in global memory, which the compiler can't always see.

    The index is not negative, which Numba's own indexing would test.
    """
    return int(array[index])


def put(array: Any, index: int, value: int) -> None:
    """Store an integer element. The index is not negative, as in `at`."""
    array[index] = value


def four_at(array: Any, index: int) -> tuple[Any, Any, Any, Any]:
    """Four neighboring elements of an int32 array. Their address must be a multiple of 16 bytes."""
    a, b, c, d = array[index : index + 4].tolist()
    return a, b, c, d


def pair_at(array: Any, index: int) -> tuple[Any, Any]:
    """Two neighboring elements of an int64 array, as `four_at` reads four.

    They are asked for here, even if they are used much later or not at all.
    """
    a, b = array[index : index + 2].tolist()
    return a, b


def load_acquire(array: Any, index: int) -> int:
    """An element of an int64 array; what its writer wrote before it is visible afterwards."""
    return int(array[index])


def add_release(array: Any, index: int, value: int) -> None:
    """Add to an element of an int64 array what makes all that was written before visible to its readers."""
    array[index] += value


def prefetch_line(array: Any, index: int) -> None:
    """Have the element's cache line fetched into the GPU's second-level cache, and go on without waiting."""


def add_bits(array: Any, index: int, bits: int) -> None:
    """Set these bits of an element of a uint32 array in global memory, by an atomic that returns nothing."""
    cuda.atomic.or_(array, index, np.uint32(bits))


def put_four(array: Any, index: int, a: int, b: int, c: int, d: int) -> None:
    """Store four neighboring elements of an array such as `four_at` reads."""
    array[index : index + 4] = a, b, c, d


def _cuda_ballot(predicate):
    return np.uint32(cuda.ballot_sync(ALL_LANES, predicate))


def _cuda_broadcast(value, lane):
    return cuda.shfl_sync(ALL_LANES, value, lane)


def _cuda_broadcast_word(value, lane):
    return np.uint32(cuda.shfl_sync(ALL_LANES, np.int32(value), np.int32(lane)))


def _cuda_rank(mask):
    return cuda.popc(np.uint32(mask & ((1 << cuda.laneid) - 1)))


def _cuda_size(mask):
    return cuda.popc(np.uint32(mask))


def _cuda_without_lowest(mask):
    return np.uint32(mask & (mask - 1))


def _cuda_lowest(mask):
    return (cuda.ffs(np.uint32(mask)) - 1) & (WARP_SIZE - 1)


def _cuda_syncwarp():
    cuda.syncwarp()


def _cuda_warp_sum(value):
    for distance in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(ALL_LANES, value, distance)
    return value


cuda_forms.update(
    {
        ballot: _cuda_ballot,
        rank: _cuda_rank,
        size_of: _cuda_size,
        lowest: _cuda_lowest,
        without_lowest: _cuda_without_lowest,
        broadcast: _cuda_broadcast,
        broadcast_word: _cuda_broadcast_word,
        syncwarp: _cuda_syncwarp,
        warp_sum: _cuda_warp_sum,
    }
)


def _on_element(emit: Callable[..., Any], returns: Callable[..., Any], values: int = 0) -> Callable[[], Any]:
    """What makes Numba's form of a function (array, index, values ...), the values int64.

    `emit` builds its code from the element's address and type and the values; `returns` gives its own type.
    """

    @cache
    def make() -> Any:
        from numba.cuda import cgutils, types
        from numba.cuda.extending import intrinsic

        def typed(array: Any, *others: Any) -> Any:
            def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                view = context.make_array(array)(context, builder, arguments[0])
                address = cgutils.get_item_pointer(context, builder, array, view, [arguments[1]])
                made = emit(builder, address, array.dtype, arguments[2:])
                return (
                    context.make_tuple(builder, signature.return_type, made) if type(made) is list else made
                )

            return returns(types, array)(array, *[types.int64] * len(others)), build

        forms: dict[int, Callable[..., Any]] = {
            0: lambda context, array, index: typed(array, index),
            1: lambda context, array, index, value: typed(array, index, value),
            4: lambda context, array, index, a, b, c, d: typed(array, index, a, b, c, d),
        }
        return intrinsic(forms[values])

    return make


_NONE = ir.Constant(ir.IntType(8).as_pointer(), None)  # Numba's
_WORD = ir.IntType(32)
_FOUR = ir.VectorType(_WORD, 4)
_GLOBAL = 1  # LLVM's number of the address space


def _emit_load(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    loaded = builder.load(builder.addrspacecast(address, ir.PointerType(address.type.pointee, _GLOBAL)))
    extend = builder.sext if dtype.signed else builder.zext
    return extend(loaded, ir.IntType(64)) if dtype.bitwidth < 64 else loaded


def _emit_store(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    (value,) = values
    builder.store(builder.trunc(value, ir.IntType(dtype.bitwidth)) if dtype.bitwidth < 64 else value, address)
    return _NONE


def _emit_add_bits(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [address.type, _WORD])
    code = ir.InlineAsm(kind, "red.relaxed.gpu.global.or.b32 [$0], $1;", "l,r,~{memory}", side_effect=True)
    builder.call(code, [address, builder.trunc(values[0], _WORD)])
    return _NONE


def _emit_four_loads(builder: Any, address: Any, dtype: Any, values: Any) -> list[Any]:
    loaded = builder.load(builder.bitcast(address, _FOUR.as_pointer()), align=16)
    return [builder.extract_element(loaded, _WORD(lane)) for lane in range(4)]


def _emit_four_stores(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    vector = _FOUR(ir.Undefined)
    for lane, value in enumerate(values):
        vector = builder.insert_element(vector, builder.trunc(value, _WORD), _WORD(lane))
    builder.store(vector, builder.bitcast(address, _FOUR.as_pointer()), align=16)
    return _NONE


def _emit_pair_load(builder: Any, address: Any, dtype: Any, values: Any) -> list[Any]:
    word = ir.IntType(64)
    kind = ir.FunctionType(ir.LiteralStructType([word, word]), [address.type])
    code = ir.InlineAsm(kind, "ld.global.v2.u64 {$0, $1}, [$2];", "=l,=l,l,~{memory}", side_effect=True)
    pair = builder.call(code, [address])
    return [builder.extract_value(pair, 0), builder.extract_value(pair, 1)]


def _emit_prefetch(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [address.type])
    builder.call(ir.InlineAsm(kind, "prefetch.global.L2 [$0];", "l", side_effect=True), [address])
    return _NONE


def _emit_load_acquire(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    kind = ir.FunctionType(ir.IntType(64), [address.type])
    code = "ld.acquire.gpu.global.s64 $0, [$1];"
    return builder.call(ir.InlineAsm(kind, code, "=l,l,~{memory}", side_effect=True), [address])


def _emit_add_release(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [address.type, ir.IntType(64)])
    code = "red.release.gpu.global.add.u64 [$0], $1;"
    builder.call(ir.InlineAsm(kind, code, "l,l,~{memory}", side_effect=True), [address, *values])
    return _NONE


cuda_intrinsics.update(
    {
        at: _on_element(_emit_load, lambda types, array: types.int64),
        add_bits: _on_element(_emit_add_bits, lambda types, array: types.void, values=1),
        put: _on_element(_emit_store, lambda types, array: types.void, values=1),
        four_at: _on_element(_emit_four_loads, lambda types, array: types.UniTuple(array.dtype, 4)),
        pair_at: _on_element(_emit_pair_load, lambda types, array: types.UniTuple(array.dtype, 2)),
        prefetch_line: _on_element(_emit_prefetch, lambda types, array: types.void),
        put_four: _on_element(_emit_four_stores, lambda types, array: types.void, values=4),
        load_acquire: _on_element(_emit_load_acquire, lambda types, array: types.int64),
        add_release: _on_element(_emit_add_release, lambda types, array: types.void, values=1),
    }
)
