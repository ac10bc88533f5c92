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
from wavefront.algorithms import ALGORITHMS, FUNCTIONS
from wavefront.cli import entry
from wavefront.cli.vertex import BODIES
from wavefront.strategies import ACCOUNTS
from wavefront.strategies import METHODS as STRATEGY_MODULES

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs/guide"
# Modules that have no row: what rows share, and functions whose result is no number for each vertex.
SHARED = {"algorithm", "by_level", "distances", "filtered_bfs", "heap", "kept", "result", "routes", "rules"}
SHARED |= {
    "block_search",
    "table_cells",
    "given_rows",
    "kept_memory",
    "level_queue",
    "level_types",
    "memory",
    "paths",
    "rounds",
    "shortage",
    "smallest_predecessors",
    "steps_back",
    "sweep_on_gpu",
    "tables",
}
OTHER = {"longest_path", "reachable", *(row.module for row in FUNCTIONS)}
COMMANDS = typer.main.get_command(entry.app).commands


def modules_in(folder):
    """The modules and packages directly in a folder of the package."""
    return {module.name for module in pkgutil.iter_modules([str(SOURCE / folder)])}


def pages_in(folder):
    return {page.stem for page in (GUIDE / folder).glob("*.md")} - {"README"}


def test_every_algorithm_has_a_row_a_validator_and_a_page():
    modules = {row.module for row in ALGORITHMS.values()}
    for found in (modules_in("algorithms"), modules_in("validate"), pages_in("algorithms")):
        assert modules == found - SHARED - OTHER
    assert set(ALGORITHMS) | {row.result for row in ALGORITHMS.values()} <= set(wf.__all__)


def test_every_other_function_has_a_validator_a_command_and_a_page_with_a_figure():
    for row in FUNCTIONS:
        assert {row.name, row.validator} <= set(wf.__all__)
        command, *option = row.command.split()
        assert set(option) <= {option for each in COMMANDS[command].params for option in each.opts}
        page = (GUIDE / "algorithms" / row.page).read_text()
        assert "](../figures/" in page, row.name
        assert f"wavefront {command} " in page, row.name


def test_every_strategy_has_a_row_and_a_page():
    assert list(wf.STRATEGIES) == list(STRATEGY_MODULES)
    assert set(wf.STRATEGIES) == modules_in("strategies") - {"table", "literal"} == pages_in("strategies")


def test_every_strategy_with_an_account_is_listed():
    with_account = [name for name, method in STRATEGY_MODULES.items() if hasattr(method, "account")]
    assert list(ACCOUNTS) == with_account


def commands_in(folder):
    """The commands that are written there: each is a function called as its file."""
    for path in (SOURCE / "cli" / folder).glob("*.py"):
        functions = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)]
        if path.stem in {function.name for function in functions}:
            yield path.stem.replace("_", "-")


def test_every_command_is_registered():
    assert {*commands_in(""), *commands_in("search")} <= set(COMMANDS)
    assert set(commands_in("vertex")) == set(BODIES) - {"harmonic"}  # which is closeness's
    of_algorithms = {row.name if row.command is None else row.command.name for row in ALGORITHMS.values()}
    assert set(BODIES) <= of_algorithms <= set(COMMANDS)


def test_every_command_is_in_the_guide_and_in_a_test():
    """The commands of the table of algorithms are tested in tests/cli/vertex/test_run.py."""
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
