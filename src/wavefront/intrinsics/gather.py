"""Sums of scattered array elements on the CPU, several at a time."""

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics

LANES, FEW_LANES = 8, 4  # elements added at a time; where lists are short
INT32, INT64, DOUBLE, FLOAT = ir.IntType(32), ir.IntType(64), ir.DoubleType(), ir.FloatType()
# Processors whose own gathers of eight take less time than eight loads; an EPYC's take more.
FAST = "sapphirerapids", "emeraldrapids", "graniterapids"


def add_gathered(values: Any, indices: Any, first: int, last: int) -> float:
    """The sum of ``values[indices[first:last]]``, in float64.

    Reads up to LANES indices from `first` on even if `last` comes before, and the values there: at least
    LANES indices must follow `last`, and all must be in range. So a short list takes one step without a
    branch that depends on its length, which the processor would often guess wrong.
    """
    return float(values[indices[first:last]].astype("float64").sum())


def add_few_gathered(values: Any, indices: Any, first: int, last: int) -> float:
    """As `add_gathered`, FEW_LANES at a time: for lists that are seldom longer."""
    return add_gathered(values, indices, first, last)


def gathers_fast() -> bool:
    """Whether code is compiled for a processor with fast gathers."""
    return not config.CPU_FEATURES and (config.CPU_NAME or binding.get_host_cpu_name()) in FAST


def _loaded(builder: Any, values: Any, ids: Any) -> Any:
    """The values at these ids, each by a load of its own."""
    size, width = ids.type.count, ids.type.element.width
    places = [builder.extract_element(ids, INT32(lane)) for lane in range(size)]
    found = ir.Constant(ir.VectorType(values.type.pointee, size), ir.Undefined)
    for lane, place in enumerate(places):
        index = builder.zext(place, INT64) if width < 64 else place
        found = builder.insert_element(found, builder.load(builder.gep(values, [index])), INT32(lane))
    return found


def _gathered(builder: Any, values: Any, ids: Any, kept: Any) -> Any:
    """The float32 values at eight ids of 32 bits, in one instruction; 0 where a lane isn't kept."""
    byte, lanes = ir.IntType(8).as_pointer(), ir.VectorType(FLOAT, LANES)
    shape = ir.FunctionType(lanes, [lanes, byte, ids.type, kept.type, INT32])
    name = "llvm.x86.avx512.mask.gather3siv8.sf"
    gather = builder.module.globals.get(name) or ir.Function(builder.module, shape, name)
    nothing = ir.Constant(lanes, [0.0] * LANES)
    return builder.call(gather, [nothing, builder.bitcast(values, byte), ids, kept, INT32(4)])


def _step(builder: Any, values: Any, indices: Any, edge: Any, left: Any, size: int) -> Any:
    """Values from this place on, as float64: those of the first `left` of `size` lanes; 0 in the others."""
    element, kind = values.type.pointee, indices.type.pointee
    pointer = builder.bitcast(builder.gep(indices, [edge]), ir.VectorType(kind, size).as_pointer())
    ids = builder.load(pointer, align=kind.width // 8)
    lanes = ir.VectorType(INT32, size)
    most = builder.select(builder.icmp_signed("<", left, INT64(size)), left, INT64(size))
    first = builder.insert_element(ir.Constant(lanes, ir.Undefined), builder.trunc(most, INT32), INT32(0))
    bound = builder.shuffle_vector(first, first, ir.Constant(lanes, [0] * size))
    kept = builder.icmp_signed("<", ir.Constant(lanes, list(range(size))), bound)
    if size == LANES and element == FLOAT and kind == INT32 and gathers_fast():
        found = _gathered(builder, values, ids, kept)
    else:
        found = _loaded(builder, values, ids)
        found = builder.select(kept, found, ir.Constant(found.type, [0.0] * size))
    return found if element == DOUBLE else builder.fpext(found, ir.VectorType(DOUBLE, size))


def _across(builder: Any, vector: Any) -> Any:
    """The sum of the lanes, pairwise."""
    width = vector.type.count
    while width > 1:
        width //= 2
        halves = [
            builder.shuffle_vector(
                vector, vector, ir.Constant(ir.VectorType(INT32, width), list(range(start, start + width)))
            )
            for start in (0, width)
        ]
        vector = builder.fadd(*halves)
    return builder.extract_element(vector, INT32(0))


def _adding(size: int) -> Any:
    """The intrinsic that adds so many elements at a time."""

    @intrinsic
    def add(typing_context: Any, values: Any, indices: Any, first: Any, last: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data, names = (
                context.make_array(kind)(context, builder, array).data
                for kind, array in zip(signature.args[:2], arguments[:2], strict=True)
            )
            begin, end = arguments[2:]
            nothing = ir.Constant(ir.VectorType(DOUBLE, size), [0.0] * size)
            before, loop, after = (
                builder.block,
                builder.append_basic_block("gather"),
                builder.append_basic_block("gathered"),
            )
            builder.branch(loop)
            builder.position_at_end(loop)
            edge, total = builder.phi(INT64), builder.phi(nothing.type)
            step = _step(builder, data, names, edge, builder.sub(end, edge), size)
            added = builder.fadd(total, step)
            following = builder.add(edge, INT64(size))
            edge.add_incoming(begin, before)
            edge.add_incoming(following, loop)
            total.add_incoming(nothing, before)
            total.add_incoming(added, loop)
            builder.cbranch(builder.icmp_signed("<", following, end), loop, after)
            builder.position_at_end(after)
            return _across(builder, added)

        return types.float64(values, indices, types.int64, types.int64), build

    return add


cpu_intrinsics.update({add_gathered: _adding(LANES), add_few_gathered: _adding(FEW_LANES)})
