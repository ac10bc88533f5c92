"""Inner functions have no machine code of their own, and what they compute, raise and share is right."""

import os
import subprocess
import sys

import numba
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


def test_numba_still_has_what_the_layer_is_made_of():
    assert hasattr(inner, "_InnerLibrary"), "Numba has changed: inner functions are compiled the slow way"


def test_only_the_outermost_function_is_made_machine_code():
    body = compile_with_callees(total, __name__, "cpu")
    loop = numba.njit(**inner.OPTIONS)(lambda values: body(values))
    assert loop(np.arange(4)) == 16
    (part,) = body.overloads.values()
    assert not part.library.get_pointer_to_function(part.fndesc.llvm_func_name)
    (compiled,) = loop.overloads.values()
    assert compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    assert not any("twice" in function.name for function in compiled.library.get_defined_functions())


def fail_at_two(item, out):
    if item == 2:
        raise ValueError("two")
    out[item] = item


def test_an_inner_function_raises_through_its_callers():
    out = np.zeros(4, np.int64)
    with pytest.raises(ValueError, match="two"):
        wf.Cpu(1).for_each(4, fail_at_two, out)
    assert out.tolist() == [0, 1, 0, 0]


def say(item, out):
    print("item", item)
    out[item] = item


def say_it(item, out):
    say(item, out)


def test_an_inner_function_prints_text(capfd):
    wf.Cpu(1).for_each(2, say_it, np.zeros(2, np.int64))
    assert capfd.readouterr().out == "item 0\nitem 1\n"


WITHOUT_INSIDES = """
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary
import numpy as np, wavefront as wf
from wavefront.compiler import inner
def twice(value):
    return 2 * value
def body(item, out):
    out[item] = twice(item)
out = np.zeros(10_000, np.int64)
wf.Cpu().for_each(out.size, body, out)
assert not inner.inside and (out == 2 * np.arange(out.size)).all()
"""


@pytest.mark.soak
def test_without_numbas_insides_inner_functions_are_compiled_as_any_function(tmp_path):
    environment = os.environ | {"WAVEFRONT_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", WITHOUT_INSIDES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
