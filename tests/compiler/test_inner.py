"""Inner functions have no machine code of their own, and what they compute, raise and share is right."""

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.compiler import inner
from wavefront.compiler.functions import compile_with_callees

pytestmark = pytest.mark.skipif(SIMULATED, reason="compiles nothing in the simulator")


def twice(value):
    return 2 * value


def twice_and_one(value):
    return twice(value) + 1


def total(values):
    together = 0
    for value in values:
        together += twice_and_one(value)
    return together


def loop_over(body):
    scope = {"__name__": __name__, "body": compile_with_callees(body, __name__, "cpu")}
    exec("def loop(values):\n    return body(values)", scope)
    return inner.numba.njit(**inner.OPTIONS)(scope["loop"])


def test_numba_still_has_what_the_layer_is_made_of():
    assert hasattr(inner, "_InnerLibrary"), "Numba has changed: inner functions are compiled the slow way"


def test_only_the_outermost_function_is_made_machine_code():
    loop = loop_over(total)
    assert loop(np.arange(4)) == 16
    (compiled,) = loop.overloads.values()
    body = loop.__globals__["body"]
    (part,) = body.overloads.values()
    assert not part.library.get_pointer_to_function(part.fndesc.llvm_func_name)
    assert compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    assembly = compiled.library.get_asm_str()
    assert "twice" not in assembly  # inlined


def fail_at_two(item, out):
    if item == 2:
        raise ValueError("two")
    out[item] = item


def test_an_inner_function_raises_through_its_callers():
    out = np.zeros(4, np.int64)
    with pytest.raises(ValueError, match="two"):
        wf.Cpu(1).for_each(4, fail_at_two, out)
    assert out.tolist() == [0, 1, 0, 0]
