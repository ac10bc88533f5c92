"""Reads and writes of array elements in a GPU's global memory.

Compiled for a GPU, each function is a PTX instruction; in the simulator, plain indexing.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir

from ..compiler.numba_cuda import intrinsic_tools
from ..compiler.registry import cuda_intrinsics
from ..compiler.running import let_others_run


def at(array: Any, index: int) -> int:
    """An integer element as int64.

    States that the array is in global memory, which the compiler can't always infer. The index must not be
    negative: unlike Numba's own indexing, this read doesn't test for that.
    """
    return int(array[index])


def streamed_at(array: Any, index: int) -> int:
    """As `at`, of an array that no thread writes: what is read once doesn't displace other data from L1."""
    return int(array[index])


def real_at(array: Any, index: int) -> float:
    """A floating-point element, in its own type. Of array and index holds what holds in `at`."""
    return array[index]  # type: ignore[no-any-return]


def put(array: Any, index: int, value: int) -> None:
    """Store an integer element. The index must not be negative, as in `at`."""
    array[index] = value


def put_real(array: Any, index: int, value: float) -> None:
    """Store a floating-point element, rounded to its type. Of array and index holds what holds in `put`."""
    array[index] = value


def four_at(array: Any, index: int) -> tuple[Any, Any, Any, Any]:
    """Four neighboring elements of an int32 array. Their address must be a multiple of 16 bytes."""
    assert index % 4 == 0
    a, b, c, d = array[index : index + 4].tolist()
    return a, b, c, d


def pair_at(array: Any, index: int) -> tuple[Any, Any]:
    """Two neighboring elements of an int64 array, aligned as in `four_at`.

    The load starts here, even if the elements are used much later or never.
    """
    assert index % 2 == 0
    a, b = array[index : index + 2].tolist()
    return a, b


def load_acquire(array: Any, index: int) -> int:
    """Read an element of an int64 array with acquire order: its writer's earlier writes become visible."""
    let_others_run()
    return int(array[index])


def add_release(array: Any, index: int, value: int) -> None:
    """Add to an element of an int64 array with release order: readers of it see all earlier writes."""
    let_others_run()
    array[index] += value


def load_relaxed(array: Any, index: int) -> int:
    """As `load_acquire`, but makes nothing else visible, and so waits for nothing else."""
    let_others_run()
    return int(array[index])


def add_relaxed(array: Any, index: int, value: int) -> None:
    """As `add_release`, but without order: doesn't wait until earlier writes are visible."""
    let_others_run()
    array[index] += value


def load_acquire_system(array: Any, index: int) -> int:
    """As `load_acquire`, where the writer may be another GPU, which shares this memory."""
    let_others_run()
    return int(array[index])


def store_release(array: Any, index: int, value: int) -> None:
    """Store an element of an int64 array with release order: who reads it by `load_acquire` sees all before.

    "All" is what this thread wrote, or has seen others write.
    """
    let_others_run()
    array[index] = value


def store_release_system(array: Any, index: int, value: int) -> None:
    """As `store_release`, for readers on any GPU, by `load_acquire_system`."""
    let_others_run()
    array[index] = value


def add_in_order(array: Any, index: int, value: int) -> int:
    """Add to an element of an int64 array with acquire and release order; returns its value before."""
    let_others_run()
    before = int(array[index])
    array[index] = before + value
    return before


def prefetch_line(array: Any, index: int) -> None:
    """Start fetching the element's cache line into the GPU's second-level cache, without waiting."""


def put_four(array: Any, index: int, a: int, b: int, c: int, d: int) -> None:
    """Store four neighboring elements of an array of int8, int16 or int32, aligned to all four."""
    array[index : index + 4] = a, b, c, d


def on_element(
    emit: Callable[..., Any], returns: Callable[..., Any], values: int = 0, kind: str = "int64"
) -> Callable[[], Any]:
    """A maker of the Numba intrinsic for a function (array, index, values ...), the values of this kind.

    `emit` builds the code from the element's address, type and the values; `returns` gives the result type.
    """

    @cache
    def make() -> Any:
        cgutils, types, intrinsic = intrinsic_tools()

        def typed(array: Any, *others: Any) -> Any:
            def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                view = context.make_array(array)(context, builder, arguments[0])
                address = cgutils.get_item_pointer(context, builder, array, view, [arguments[1]])
                made = emit(builder, address, array.dtype, arguments[2:])
                return (
                    context.make_tuple(builder, signature.return_type, made) if type(made) is list else made
                )

            given = types.int64, *[getattr(types, kind)] * (len(others) - 1)
            return returns(types, array)(array, *given), build

        forms: dict[int, Callable[..., Any]] = {
            0: lambda context, array, index: typed(array, index),
            1: lambda context, array, index, value: typed(array, index, value),
            4: lambda context, array, index, a, b, c, d: typed(array, index, a, b, c, d),
        }
        return intrinsic(forms[values])

    return make


NONE = ir.Constant(ir.IntType(8).as_pointer(), None)  # Numba's representation of None
WORD = ir.IntType(32)
_FOUR = ir.VectorType(WORD, 4)
_GLOBAL = 1  # LLVM's number of the address space


def _emit_real_load(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    return builder.load(builder.addrspacecast(address, ir.PointerType(address.type.pointee, _GLOBAL)))


def _emit_load(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    loaded = _emit_real_load(builder, address, dtype, values)
    extend = builder.sext if dtype.signed else builder.zext
    return extend(loaded, ir.IntType(64)) if dtype.bitwidth < 64 else loaded


def _emit_streamed_load(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    sign = "s" if dtype.signed else "u"
    kind = ir.FunctionType(ir.IntType(64), [address.type])
    code = f"ld.global.nc.L1::no_allocate.{sign}{dtype.bitwidth} $0, [$1];"
    return builder.call(ir.InlineAsm(kind, code, "=l,l", side_effect=False), [address])


def _emit_store(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    (value,) = values
    builder.store(builder.trunc(value, ir.IntType(dtype.bitwidth)) if dtype.bitwidth < 64 else value, address)
    return NONE


def _emit_real_store(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    (value,) = values
    builder.store(builder.fptrunc(value, address.type.pointee) if dtype.bitwidth < 64 else value, address)
    return NONE


def _emit_four_loads(builder: Any, address: Any, dtype: Any, values: Any) -> list[Any]:
    loaded = builder.load(builder.bitcast(address, _FOUR.as_pointer()), align=16)
    return [builder.extract_element(loaded, WORD(lane)) for lane in range(4)]


def _emit_four_stores(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    element = ir.IntType(dtype.bitwidth)
    four = ir.VectorType(element, 4)
    vector = four(ir.Undefined)
    for lane, value in enumerate(values):
        vector = builder.insert_element(vector, builder.trunc(value, element), WORD(lane))
    builder.store(vector, builder.bitcast(address, four.as_pointer()), align=dtype.bitwidth // 2)
    return NONE


def _emit_pair_load(builder: Any, address: Any, dtype: Any, values: Any) -> list[Any]:
    word = ir.IntType(64)
    kind = ir.FunctionType(ir.LiteralStructType([word, word]), [address.type])
    code = ir.InlineAsm(kind, "ld.global.v2.u64 {$0, $1}, [$2];", "=l,=l,l,~{memory}", side_effect=True)
    pair = builder.call(code, [address])
    return [builder.extract_value(pair, 0), builder.extract_value(pair, 1)]


def _emit_prefetch(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
    kind = ir.FunctionType(ir.VoidType(), [address.type])
    builder.call(ir.InlineAsm(kind, "prefetch.global.L2 [$0];", "l", side_effect=True), [address])
    return NONE


def _emit_load_in(order: str) -> Callable[..., Any]:
    def emit(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [address.type])
        code = f"ld.{order}.global.s64 $0, [$1];"
        return builder.call(ir.InlineAsm(kind, code, "=l,l,~{memory}", side_effect=True), [address])

    return emit


def _emit_change(instruction: str) -> Callable[..., Any]:
    """How to emit this instruction, which takes an address and a number and gives nothing."""

    def emit(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [address.type, ir.IntType(64)])
        code = f"{instruction} [$0], $1;"
        builder.call(ir.InlineAsm(kind, code, "l,l,~{memory}", side_effect=True), [address, *values])
        return NONE

    return emit


def _emit_add_before(order: str) -> Callable[..., Any]:
    def emit(builder: Any, address: Any, dtype: Any, values: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [address.type, ir.IntType(64)])
        code = f"atom.{order}.global.add.u64 $0, [$1], $2;"
        return builder.call(
            ir.InlineAsm(kind, code, "=l,l,l,~{memory}", side_effect=True), [address, *values]
        )

    return emit


def _loaded(emit: Callable[..., Any], returns: Callable[..., Any] | None = None) -> Callable[[], Any]:
    """As `on_element`, without values: gives int64, if nothing else is said."""
    return on_element(emit, returns or (lambda types, array: types.int64))


def _changed(emit: Callable[..., Any], values: int = 1, kind: str = "int64") -> Callable[[], Any]:
    """As `on_element`, for what gives nothing."""
    return on_element(emit, lambda types, array: types.void, values, kind)


def _exchanged(order: str) -> Callable[[], Any]:
    """As `on_element`, for an addition that gives the element's value before."""
    return on_element(_emit_add_before(order), lambda types, array: types.int64, values=1)


cuda_intrinsics.update(
    {
        at: _loaded(_emit_load),
        streamed_at: _loaded(_emit_streamed_load),
        real_at: _loaded(_emit_real_load, lambda types, array: array.dtype),
        four_at: _loaded(_emit_four_loads, lambda types, array: types.UniTuple(array.dtype, 4)),
        pair_at: _loaded(_emit_pair_load, lambda types, array: types.UniTuple(array.dtype, 2)),
        load_acquire: _loaded(_emit_load_in("acquire.gpu")),
        load_acquire_system: _loaded(_emit_load_in("acquire.sys")),
        load_relaxed: _loaded(_emit_load_in("relaxed.gpu")),
        put: _changed(_emit_store),
        put_real: _changed(_emit_real_store, kind="float64"),
        put_four: _changed(_emit_four_stores, values=4),
        prefetch_line: _changed(_emit_prefetch, values=0),
        store_release: _changed(_emit_change("st.release.gpu.global.s64")),
        store_release_system: _changed(_emit_change("st.release.sys.global.s64")),
        add_release: _changed(_emit_change("red.release.gpu.global.add.u64")),
        add_relaxed: _changed(_emit_change("red.relaxed.gpu.global.add.u64")),
        add_in_order: _exchanged("acq_rel.gpu"),
    }
)
