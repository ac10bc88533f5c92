"""What first calls compile doesn't grow unnoticed. The calls are those of benchmarks/first_call.py."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest
from graphs import SIMULATED

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
QUICK = "bfs, 1000 vertices"


@pytest.fixture(scope="module")
def first_call():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        spec = importlib.util.spec_from_file_location("first_call", BENCHMARKS / "first_call.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(BENCHMARKS))
    return module


def names():
    listed = Path(__file__).with_name("compiled_functions.json").read_text(encoding="utf-8")
    return list(json.loads(listed))


@pytest.mark.skipif(SIMULATED, reason="compiles nothing in the simulator")
@pytest.mark.parametrize(
    "name", [name if name == QUICK else pytest.param(name, marks=pytest.mark.soak) for name in names()]
)
def test_a_first_call_compiles_what_is_listed(name, first_call):
    if first_call.ROWS[name].device == "cuda" and not first_call.has_gpu():
        pytest.skip("needs a GPU and the extra cuda13 or cuda12")
    counts = first_call.compiled_functions(name)
    more = first_call.surplus(name, counts)
    assert not more, f"{more}: needed? then python benchmarks/first_call.py --update"


def test_every_row_is_listed(first_call):
    listed = first_call.listed_functions()
    assert {name for name, row in first_call.ROWS.items() if row.device == "cpu"} <= set(listed)


def test_a_function_more_is_noticed(first_call):
    counts = dict(first_call.listed_functions()[QUICK])
    assert not first_call.surplus(QUICK, counts)
    first = next(iter(counts))
    counts[first] += 1
    assert first_call.surplus(QUICK, counts | {"new.py: f": 1}) == {first: counts[first], "new.py: f": 1}
