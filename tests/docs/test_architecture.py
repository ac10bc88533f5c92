"""docs/architecture.md against the tree: packages, layers, files, and the functions of a call."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/wavefront"
PAGE = (ROOT / "docs/architecture.md").read_text()
TREE, LAYERS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
# A row of a call's table: the function, a method with its class, and the file that defines it.
CALLS = re.findall(r"^\| `([\w.]+)` \| `([\w/.]+)` \|", PAGE, re.MULTILINE)
MENTIONED = re.findall(r"`([\w.]+)` (?:and `[\w.]+` )?(?:in|of)\s`([\w/]+\.py)`", PAGE)


def listed():
    """The paths of the page's tree, below the package."""
    folder, paths = "", []
    for line in TREE.splitlines()[1:]:
        indent, name = re.match(r"( +)(\S+)", line).groups()
        if len(indent) == 2:
            folder = name
        paths.append(name if len(indent) == 2 else folder + name)
    return paths


@cache
def defined(path):
    """Functions, classes with their methods, and constants of a file's top level."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = [inner.name for inner in node.body if isinstance(inner, ast.FunctionDef)]
            names |= {f"{node.name}.{method}" for method in methods}
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def test_the_tree_is_the_packages_two_levels_deep():
    packages = [path.parent.relative_to(PACKAGE) for path in PACKAGE.glob("**/__init__.py")]
    folders = {f"{path}/" for path in packages if 1 <= len(path.parts) <= 2}
    files = {path.name for path in PACKAGE.glob("*.py") if not path.name.startswith("__")}
    assert sorted(listed()) == sorted(folders | files)


def test_the_trees_order_is_the_layers():
    order = [re.sub(r"/$|\.py$", "", path) for path in listed() if path.count("/") < 2]
    layers = re.findall(r"(?<!\()\b\w+\b(?!\))", LAYERS)
    assert order == layers


def test_the_layers_are_those_that_are_checked():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    assert LAYERS.splitlines() == layers


def test_every_path_exists():
    paths = {
        token
        for token in re.findall(r"`([\w./-]+)`", PAGE)
        if ("/" in token or token.endswith((".py", ".md", ".toml"))) and "NAME" not in token
    }
    assert len(paths) > 30
    missing = [path for path in sorted(paths) if not ((PACKAGE / path).exists() or (ROOT / path).exists())]
    assert not missing


@pytest.mark.parametrize(("function", "path"), sorted({*CALLS, *MENTIONED}))
def test_a_function_is_in_the_file_that_the_page_names(function, path):
    assert function in defined(PACKAGE / path)


def test_both_calls_are_followed_from_the_call_to_its_result():
    assert [function for function, _ in CALLS].count("BfsResult") == 2
    assert len(CALLS) > 30
