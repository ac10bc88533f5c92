"""Every public function, each parameter in turn with wrong values: nothing but the documented errors.

A value that happens to be right may pass. The machine is taken to have little memory, so that sizes which are
absurd are refused by a check, not by an allocation that fails.
"""

import inspect
import warnings

import calls
import networkx
import numpy as np
import pytest
from calls import CALLS
from graphs import SIMULATED

import wavefront as wf

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about arguments, not about devices")
MEMORY = 1 << 28  # bytes that this machine is said to have
MOST_CHARACTERS = 500  # of a message
MODULES = "operators", "maze", "generators", "practice"

VALUES = {
    "None": lambda: None,
    "True": lambda: True,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-1": lambda: -1,
    "2**31": lambda: 2**31,
    "2**63": lambda: 2**63,
    "2**100": lambda: 2**100,
    "-2**63": lambda: -(2**63),
    "10**5000": lambda: 10**5000,
    "empty text": lambda: "",
    "text": lambda: "x",
    "long text": lambda: "x" * 5000,
    "bytes": lambda: b"x",
    "NUL": lambda: "a\0b",
    "empty list": lambda: [],
    "list of a list": lambda: [[1]],
    "ragged list": lambda: [[1, 2], [3]],
    "list of text": lambda: ["x", None],
    "dict": lambda: {},
    "dict of text": lambda: {"x": "y"},
    "set": lambda: {1, 2},
    "object": object,
    "function": lambda: lambda: 0,
    "type": lambda: int,
    "float32": lambda: np.float32(1),
    "int64": lambda: np.int64(-1),
    "texts": lambda: np.array(["a", "b"]),
    "objects": lambda: np.array([None, {}], object),
    "dates": lambda: np.array(["2020-01-01", "NaT"], "M8[D]"),
    "records": lambda: np.zeros(2, [("a", "i4"), ("b", "f8")]),
    "array of no dimension": lambda: np.array(7),
    "matrix": lambda: np.ones((2, 2)),
    "masked": lambda: np.ma.array([1.0, 2.0], mask=[False, True]),
    "masked constant": lambda: np.ma.masked,
    "NetworkX": lambda: networkx.path_graph(3),
    "graph": lambda: calls.GRAPH,
    "generator": lambda: (number for number in (0, 1)),
    "complex": lambda: 1j,
    "slice": lambda: slice(None),
    "ellipsis": lambda: ...,
}
# Right, but not to be tried: work that takes for ever, and functions that are called and fail by themselves.
NOT_TRIED = {
    ("advise", "rounds"): {"2**31"},
    ("compare", "rounds"): {"2**31"},
    ("interleave", "strategy"): {"function"},
    ("operators.enact", "step"): {"function", "type"},
    ("operators.enact", "pull"): {"function", "type"},
}
ALLOWED = wf.InputError, wf.DeviceError, wf.ValidationError


def failures(name):
    function, right = CALLS[name]
    allowed = (*ALLOWED, OSError) if name in ("read", "write") else ALLOWED
    for parameter in right():
        wrong_functions = {"function", "type"} if parameter == "progress" else set()
        for value in VALUES.keys() - NOT_TRIED.get((name, parameter), wrong_functions):
            arguments = right() | {parameter: VALUES[value]()}
            try:
                function(**arguments)
            except allowed as error:
                message = str(error)
                if not isinstance(error, OSError) and ("\n" in message or len(message) > MOST_CHARACTERS):
                    yield f"{parameter}={value}: a message that is long: {message[:MOST_CHARACTERS]}"
            except Exception as error:
                yield f"{parameter}={value}: {type(error).__name__}: {str(error)[:100]}"


@pytest.fixture(autouse=True)
def little_memory(monkeypatch, tmp_path):
    for module in ("memory", "cpu"):
        monkeypatch.setattr(f"wavefront.device.{module}.total_memory", lambda: MEMORY)
    monkeypatch.chdir(tmp_path)
    wf.write(calls.DIRECTED, "g.npz")


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_value_is_an_error_that_the_documentation_names(name):
    function, right = CALLS[name]
    with warnings.catch_warnings():
        for kind in (UserWarning, DeprecationWarning):
            warnings.filterwarnings("ignore", category=kind)
        function(**right())
        assert list(failures(name)) == []


def public_functions():
    for prefix, module in {"": wf, **{f"{name}.": getattr(wf, name) for name in MODULES}}.items():
        names = getattr(module, "__all__", vars(module))
        found = {f"{prefix}{name}": getattr(module, name) for name in names if not name.startswith("_")}
        home = "wavefront.generators" if prefix == "generators." else "wavefront."
        for name, value in found.items():
            if inspect.isfunction(value) and value.__module__.startswith(home):
                yield name, value


# Bodies of kernels, and the graphs of the book, which take no arguments.
NO_CALLS = {"draw_kronecker_edge", "random_bits", "draw_end", "book_graph", "small_book_graph"}


@pytest.mark.parametrize(("name", "function"), list(public_functions()))
def test_every_parameter_of_every_public_function_is_tried(name, function):
    if name.removeprefix("generators.") in NO_CALLS:
        return
    parameters = inspect.signature(function).parameters.values()
    named = {one.name for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)}
    tried = {
        parameter for call, (_, right) in CALLS.items() if call.startswith(name) for parameter in right()
    }
    assert named <= tried
