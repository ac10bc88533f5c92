"""Jobs: a compiled function and its arguments, laid out in memory for several threads to call.

A job is an array of JOB_SIZE int64 words. `describe` stores the address of a function's machine code and a
copy of its arguments there. Then the thread that described the job calls the function by `do`, and other
threads, which know nothing but where the array lies, by `do_at`. The first argument is the number of the
calling thread.

An exception can't leave another thread's call, so no call raises: HAS_FAILED becomes 1 instead.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from ..compiler.registry import cpu_intrinsics

CODE, HAS_FAILED, CURSOR, ARGUMENTS = 0, 8, 16, 24  # words; each on a cache line of its own
JOB_SIZE = 512  # words: room for the arguments of functors with 60 arrays
WORD = ir.IntType(64)


def describe(part: Callable[..., Any], arguments: tuple[Any, ...], job: Any) -> None:
    """Store in the job what to call: ``part(thread, *arguments)``. CURSOR, which parts may use, becomes 0."""
    job[CURSOR] = 0


def do(part: Callable[..., Any], arguments: tuple[Any, ...], thread: int, job: Any) -> None:
    """Call the described part as this thread."""
    part(thread, *arguments)


def do_at(thread: int, address: int) -> None:
    """Call the part of the job at this address as this thread; compiled only."""
    raise NotImplementedError


def address_of(array: Any) -> int:
    """Where the array's elements lie in memory."""
    return int(array.ctypes.data)


def _word(context: Any, builder: Any, array_type: Any, array: Any, index: int) -> Any:
    view = context.make_array(array_type)(context, builder, array)
    return builder.gep(view.data, [context.get_constant(types.intp, index)])


def _entry(context: Any, builder: Any, part: Any, signature: Any, arguments: Any) -> Any:
    """A function in this module that takes the number of a thread and a job, and calls the part."""
    compiled = part.dispatcher.get_compile_result(signature)
    context.add_linking_libs(context.get_function(part, signature).libs)
    module, name = builder.module, f"entry.{compiled.fndesc.mangled_name}"
    if name in module.globals:
        return module.globals[name]
    entry = ir.Function(module, ir.FunctionType(ir.VoidType(), [WORD, WORD.as_pointer()]), name)
    entry.linkage = "internal"
    body = ir.IRBuilder(entry.append_basic_block())
    thread, job = entry.args
    values = body.bitcast(body.gep(job, [WORD(ARGUMENTS)]), context.get_value_type(arguments).as_pointer())
    unpacked = [
        body.load(cgutils.gep_inbounds(body, values, 0, place)) for place in range(len(arguments.types))
    ]
    callee = context.declare_function(module, compiled.fndesc)
    status, _ = context.call_conv.call_function(
        body, callee, signature.return_type, signature.args, [thread, *unpacked]
    )
    with body.if_then(status.is_error, likely=False):
        body.store(WORD(1), body.gep(job, [WORD(HAS_FAILED)]))
    body.ret_void()
    return entry


@intrinsic
def _describe(typing_context: Any, part: Any, arguments: Any, job: Any) -> Any:
    signature = part.get_call_type(typing_context, (types.intp, *arguments.types), {})

    def build(context: Any, builder: Any, _: Any, values: Any) -> Any:
        value_type = context.get_value_type(arguments)
        if context.get_abi_sizeof(value_type) > 8 * (JOB_SIZE - ARGUMENTS):
            raise TypingError(f"{part.dispatcher.py_func.__qualname__} has too many arguments for a job")
        entry = _entry(context, builder, part, signature, arguments)
        builder.store(builder.ptrtoint(entry, WORD), _word(context, builder, job, values[2], CODE))
        for index in (HAS_FAILED, CURSOR):
            builder.store(WORD(0), _word(context, builder, job, values[2], index))
        place = _word(context, builder, job, values[2], ARGUMENTS)
        builder.store(values[1], builder.bitcast(place, value_type.as_pointer()))
        return context.get_dummy_value()

    return types.none(part, arguments, job), build


def _call(builder: Any, thread: Any, job: Any) -> None:
    """Call the entry that the job, a pointer, names."""
    shape = ir.FunctionType(ir.VoidType(), [WORD, WORD.as_pointer()])
    code = builder.load(builder.gep(job, [WORD(CODE)]))
    builder.call(builder.inttoptr(code, shape.as_pointer()), [thread, job])


@intrinsic
def _do(typing_context: Any, part: Any, arguments: Any, thread: Any, job: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        _call(builder, values[2], _word(context, builder, job, values[3], 0))
        return context.get_dummy_value()

    return types.none(part, arguments, types.intp, job), build


@intrinsic
def _do_at(typing_context: Any, thread: Any, address: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        _call(builder, values[0], builder.inttoptr(values[1], WORD.as_pointer()))
        return context.get_dummy_value()

    return types.none(types.intp, types.intp), build


@intrinsic
def _address_of(typing_context: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ptrtoint(_word(context, builder, array, values[0], 0), WORD)

    return types.intp(array), build


cpu_intrinsics.update({describe: _describe, do: _do, do_at: _do_at, address_of: _address_of})
