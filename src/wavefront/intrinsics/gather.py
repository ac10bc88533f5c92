"""Sums of scattered array elements on the CPU, several at a time."""

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics

LANES, FEW_LANES = 8, 4  # elements added at a time; where lists are short
INT32, INT64, DOUBLE, FLOAT = ir.IntType(32), ir.IntType(64), ir.DoubleType(), ir.FloatType()
HALF = ir.IntType(16)  # the upper half of a float32 number
# Processors whose own gathers of eight take less time than eight loads; an EPYC's take more.
FAST = "sapphirerapids", "emeraldrapids", "graniterapids"


def add_gathered(values: Any, indices: Any, first: int, last: int) -> float:
    """The sum of ``values[indices[first:last]]``, in float64; 16 bits are the upper half of a float32 number.

    An array of such halves must go on for one more element behind the last index.
    Reads up to LANES indices from `first` on even if `last` comes before, and the values there: at least
    LANES indices must follow `last`, and all must be in range. So a short list takes one step without a
    branch that depends on its length, which the processor would often guess wrong.
    """
    return float(sum(number_at(values, index) for index in indices[first:last]))


def add_few_gathered(values: Any, indices: Any, first: int, last: int) -> float:
    """As `add_gathered`, FEW_LANES at a time: for lists that are seldom longer."""
    return add_gathered(values, indices, first, last)


def add_across(values: Any, indices: Any, offsets: Any, first: Any, sums: Any, slot: Any) -> None:
    """Store from `slot` on the sums of LANES lists from `first` on, as `add_few_gathered` has them.

    With fast gathers a lane has a list, and adds up its elements in their order.
    """
    for number in range(LANES):
        begin, end = offsets[first + number : first + number + 2]
        sums[slot + number] = add_gathered(values, indices, begin, end)


def number_at(values: Any, index: Any) -> float:
    """``values[index]`` in float64; elements of 16 bits are the upper halves of float32 numbers."""
    value = values[index]
    if value.dtype == np.uint16:
        value = (np.uint32(value) << np.uint32(16)).view(np.float32)
    return float(value)


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
    """The float32 values at four or eight ids of 32 bits, in one instruction; 0 where a lane isn't kept.

    Of halves, each with the next one behind it, whose bits the caller drops. Integers are gathered alike.
    """
    size, kind = ids.type.count, values.type.pointee
    byte, lanes = ir.IntType(8).as_pointer(), ir.VectorType(FLOAT if kind == FLOAT else INT32, size)
    shape = ir.FunctionType(lanes, [lanes, byte, ids.type, kept.type, INT32])
    name = f"llvm.x86.avx512.mask.gather3siv{size}.{'sf' if kind == FLOAT else 'si'}"
    gather = builder.module.globals.get(name) or ir.Function(builder.module, shape, name)
    nothing = ir.Constant(lanes, None)
    scale = INT32(2 if kind == HALF else 4)
    return builder.call(gather, [nothing, builder.bitcast(values, byte), ids, kept, scale])


def _widened(builder: Any, halves: Any) -> Any:
    """The float32 numbers whose upper halves these are; what is above the lower 16 bits is dropped."""
    words = halves
    if words.type.element == HALF:
        words = builder.zext(halves, ir.VectorType(INT32, halves.type.count))
    shifts = ir.Constant(words.type, [16] * words.type.count)
    return builder.bitcast(builder.shl(words, shifts), ir.VectorType(FLOAT, words.type.count))


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
    if element in (FLOAT, HALF) and kind == INT32 and gathers_fast():
        found = _gathered(builder, values, ids, kept)
    else:
        found = _loaded(builder, values, ids)
        found = builder.select(kept, found, ir.Constant(found.type, None))
    if element == HALF:
        found = _widened(builder, found)
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


def _total(builder: Any, data: Any, names: Any, begin: Any, end: Any, size: int) -> Any:
    """The sum of the values at the indices from `begin` to `end`, so many at a time."""
    nothing = ir.Constant(ir.VectorType(DOUBLE, size), None)
    before = builder.block
    loop, after = builder.append_basic_block("gather"), builder.append_basic_block("gathered")
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


def _data(context: Any, builder: Any, kinds: Any, arrays: Any) -> list[Any]:
    """Where the arrays' elements lie."""
    pairs = zip(kinds, arrays, strict=True)
    return [context.make_array(kind)(context, builder, array).data for kind, array in pairs]


def _adding(size: int) -> Any:
    """The intrinsic that adds so many elements at a time."""

    @intrinsic
    def add(typing_context: Any, values: Any, indices: Any, first: Any, last: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data, names = _data(context, builder, signature.args[:2], arguments[:2])
            return _total(builder, data, names, arguments[2], arguments[3], size)

        return types.float64(values, indices, types.int64, types.int64), build

    return add


def _add_lanes(builder: Any, data: Any, names: Any, starts: Any, sums: Any) -> None:
    """Store the sums of LANES lists, a lane each; `starts` points to the first one's offset."""
    ids = ir.VectorType(INT32, LANES)
    begins, ends = (
        builder.load(builder.bitcast(builder.gep(starts, [INT64(place)]), ids.as_pointer()), align=4)
        for place in (0, 1)
    )
    nothing = ir.Constant(ir.VectorType(DOUBLE, LANES), None)
    before = builder.block
    test, loop, after = (builder.append_basic_block(name) for name in ("left", "lanes", "stored"))
    builder.branch(test)
    builder.position_at_end(test)
    places, total = builder.phi(ids), builder.phi(nothing.type)
    kept = builder.icmp_signed("<", places, ends)
    some = builder.icmp_unsigned("!=", builder.bitcast(kept, ir.IntType(LANES)), ir.IntType(LANES)(0))
    builder.cbranch(some, loop, after)
    builder.position_at_end(loop)
    found = _gathered(builder, data, _gathered(builder, names, places, kept), kept)
    found = _widened(builder, found) if found.type.element == INT32 else found
    added = builder.fadd(total, builder.fpext(found, nothing.type))
    following = builder.add(places, ir.Constant(ids, [1] * LANES))
    places.add_incoming(begins, before)
    places.add_incoming(following, loop)
    total.add_incoming(nothing, before)
    total.add_incoming(added, loop)
    builder.branch(test)
    builder.position_at_end(after)
    builder.store(total, builder.bitcast(sums, nothing.type.as_pointer()), align=8)


@intrinsic
def _add_across(
    typing_context: Any, values: Any, indices: Any, offsets: Any, first: Any, sums: Any, slot: Any
) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = [kind for kind in signature.args if isinstance(kind, types.Array)]
        arrays = [one for kind, one in zip(signature.args, arguments, strict=True) if kind in kinds]
        data, names, starts, out = _data(context, builder, kinds, arrays)
        starts, out = builder.gep(starts, [arguments[3]]), builder.gep(out, [arguments[5]])
        are_words = {names.type.pointee, starts.type.pointee} == {INT32}
        if gathers_fast() and are_words and data.type.pointee in (FLOAT, HALF):
            _add_lanes(builder, data, names, starts, out)
            return context.get_dummy_value()
        for lane in range(LANES):
            begin, end = (builder.load(builder.gep(starts, [INT64(place)])) for place in (lane, lane + 1))
            if begin.type != INT64:
                begin, end = builder.zext(begin, INT64), builder.zext(end, INT64)
            total = _total(builder, data, names, begin, end, FEW_LANES)
            builder.store(total, builder.gep(out, [INT64(lane)]))
        return context.get_dummy_value()

    return types.none(values, indices, offsets, types.uint64, sums, types.uint64), build


@intrinsic
def _number_at(typing_context: Any, values: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        found = builder.load(builder.gep(data, [arguments[1]]))
        if found.type == HALF:
            found = builder.bitcast(builder.shl(builder.zext(found, INT32), INT32(16)), FLOAT)
        return found if found.type == DOUBLE else builder.fpext(found, DOUBLE)

    return types.float64(values, types.uint64), build


cpu_intrinsics.update(
    {
        number_at: _number_at,
        add_gathered: _adding(LANES),
        add_few_gathered: _adding(FEW_LANES),
        add_across: _add_across,
    }
)
