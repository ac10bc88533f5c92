"""Nothing is left out of a list that should hold it: exports, commands, tests, benchmarks, pages."""

import ast
import importlib
import pkgutil
import sys
from pathlib import Path

import typer
from graphs import METHODS, RUNS
from programs import PROGRAMS, SOURCE

import wavefront as wf
from wavefront import cli
from wavefront.algorithms import ALGORITHMS
from wavefront.strategies import METHODS as STRATEGY_MODULES

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs/guide"
COMMANDS = typer.main.get_command(cli.app).commands


def modules_in(folder):
    """The modules and packages directly in a folder of the package."""
    return {module.name for module in pkgutil.iter_modules([str(SOURCE / folder)])}


def pages_in(folder):
    return {page.stem for page in (GUIDE / folder).glob("*.md")} - {"README"}


def test_every_algorithm_has_a_row_a_validator_and_a_page():
    modules = {row.module for row in ALGORITHMS.values()}
    assert modules == modules_in("algorithms") - {"algorithm", "result"}
    assert modules == modules_in("validate") - {"rules", "routes"}
    assert modules == pages_in("algorithms")
    assert set(ALGORITHMS) | {row.result for row in ALGORITHMS.values()} <= set(wf.__all__)


def test_every_public_function_of_an_algorithm_is_exported():
    """An algorithm is a function of a graph and a device."""
    for module in modules_in("algorithms"):
        functions = vars(importlib.import_module(f"wavefront.algorithms.{module}"))
        for name, value in functions.items():
            takes = getattr(value, "__annotations__", {})
            if not name.startswith("_") and {"graph", "device"} <= set(takes) and "return" in takes:
                home = value.__module__.startswith(f"wavefront.algorithms.{module}")
                assert not home or name in wf.__all__, name


def test_every_strategy_has_a_row_and_a_page():
    assert list(wf.STRATEGIES) == list(STRATEGY_MODULES)
    assert set(wf.STRATEGIES) == modules_in("strategies") == pages_in("strategies")


def test_every_command_is_registered():
    """A command is a function called as its file."""
    written = {
        path.stem
        for path in (SOURCE / "cli").rglob("*.py")
        if any(
            isinstance(node, ast.FunctionDef) and node.name == path.stem
            for node in ast.parse(path.read_text()).body
        )
    }
    assert written <= set(COMMANDS)
    for row in ALGORITHMS.values():
        assert (row.name if row.command is None else row.command.name) in COMMANDS


def test_every_command_is_in_the_guide_and_in_a_test():
    """Those of the table of algorithms are in tests/cli/vertex/test_run.py."""
    guide = (GUIDE / "command-line.md").read_text()
    tests = "".join(path.read_text() for path in (ROOT / "tests/cli").rglob("test_*.py"))
    of_algorithms = {row.command.name for row in ALGORITHMS.values() if row.command is not None}
    for name in COMMANDS:
        assert f"| `{name}` |" in guide, name
        assert name in of_algorithms or f'"{name}"' in tests, name


def test_every_strategy_and_algorithm_is_tested_compiled_and_sanitized():
    assert {name for name, _ in METHODS} == set(wf.STRATEGIES)
    assert {row.name for row, _ in RUNS} == set(ALGORITHMS)
    programs = " ".join(PROGRAMS)
    for name in (*wf.STRATEGIES, *ALGORITHMS, "route"):
        assert name in programs.split(), name


def test_every_algorithm_is_in_the_benchmark(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    benchmark = importlib.import_module("algorithms")
    monkeypatch.delitem(sys.modules, "algorithms")
    cpu = wf.Cpu()
    inputs = benchmark.inputs_of("grid", 4, 4, cpu)
    for name in ALGORITHMS:
        benchmark.validate(inputs, name, benchmark.ours(inputs, name, cpu)())
