"""Sums of scattered array elements on the CPU, several at a time."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics

LANES = 8  # elements added at a time
INT32, INT64, DOUBLE = ir.IntType(32), ir.IntType(64), ir.DoubleType()


def add_gathered(values: Any, indices: Any, first: int, last: int) -> float:
    """The sum of ``values[indices[first:last]]``, in float64.

    Reads up to LANES indices from `first` on even if `last` comes before, and the values there: at least
    LANES indices must follow `last`, and all must be in range. So a short list takes one step without a
    branch that depends on its length, which the processor would often guess wrong.
    """
    return float(values[indices[first:last]].astype("float64").sum())


def _step(builder: Any, values: Any, indices: Any, edge: Any, left: Any) -> Any:
    """LANES values from this place on, as float64, those of the first `left` lanes; 0 in the others."""
    element = values.type.pointee
    found, index_lanes = ir.Constant(ir.VectorType(element, LANES), ir.Undefined), []
    pointer = builder.gep(indices, [edge])
    width = indices.type.pointee.width // 8
    vector = builder.bitcast(pointer, ir.VectorType(indices.type.pointee, LANES).as_pointer())
    loaded = builder.load(vector, align=width)
    for lane in range(LANES):
        index = builder.extract_element(loaded, INT32(lane))
        index_lanes.append(builder.zext(index, INT64) if width < 8 else index)
    for lane, index in enumerate(index_lanes):
        value = builder.load(builder.gep(values, [index]))
        found = builder.insert_element(found, value, INT32(lane))
    lanes = ir.VectorType(INT32, LANES)
    most = builder.select(builder.icmp_signed("<", left, INT64(LANES)), left, INT64(LANES))
    first = builder.insert_element(ir.Constant(lanes, ir.Undefined), builder.trunc(most, INT32), INT32(0))
    bound = builder.shuffle_vector(first, first, ir.Constant(lanes, [0] * LANES))
    kept = builder.icmp_signed("<", ir.Constant(lanes, list(range(LANES))), bound)
    found = builder.select(kept, found, ir.Constant(found.type, [0.0] * LANES))
    return found if element == DOUBLE else builder.fpext(found, ir.VectorType(DOUBLE, LANES))


def _across(builder: Any, vector: Any) -> Any:
    """The sum of the lanes, pairwise."""
    width = LANES
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


@intrinsic
def _add_gathered(typing_context: Any, values: Any, indices: Any, first: Any, last: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, names = (
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args[:2], arguments[:2], strict=True)
        )
        begin, end = arguments[2:]
        nothing = ir.Constant(ir.VectorType(DOUBLE, LANES), [0.0] * LANES)
        before, loop, after = (
            builder.block,
            builder.append_basic_block("gather"),
            builder.append_basic_block("gathered"),
        )
        builder.branch(loop)
        builder.position_at_end(loop)
        edge, total = builder.phi(INT64), builder.phi(nothing.type)
        added = builder.fadd(total, _step(builder, data, names, edge, builder.sub(end, edge)))
        following = builder.add(edge, INT64(LANES))
        edge.add_incoming(begin, before)
        edge.add_incoming(following, loop)
        total.add_incoming(nothing, before)
        total.add_incoming(added, loop)
        builder.cbranch(builder.icmp_signed("<", following, end), loop, after)
        builder.position_at_end(after)
        return _across(builder, added)

    return types.float64(values, indices, types.int64, types.int64), build


cpu_intrinsics[add_gathered] = _add_gathered
