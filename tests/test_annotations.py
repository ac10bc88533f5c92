"""Which functions of the package may do without annotations.

A function without annotations is a kernel body: a plain function, neither a method nor decorated, that code
with annotations hands to a device or to another function, and that only functions without annotations call.
A function that host code calls has annotations, also where kernels call it too. mypy, in strict mode, checks
all other functions: a function with some annotations must have all of them.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import FunctionType

import pytest

import wavefront

MODULES = [
    found.name
    for found in pkgutil.walk_packages(wavefront.__path__, "wavefront.")
    if found.name != "wavefront.__main__"  # which runs the command line
]


def is_bare(function):
    arguments = function.args
    named = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    return function.returns is None and not any(argument and argument.annotation for argument in named)


def functions_in(
    tree: ast.AST, owner: ast.AST | None = None
) -> Iterator[tuple[ast.FunctionDef, ast.AST | None]]:
    """Each function, and the function or class it is in."""
    for node in ast.iter_child_nodes(tree):
        inside = node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else owner
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, owner
        yield from functions_in(node, inside)


def host_calls(tree):
    """Calls outside functions without annotations."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and is_bare(node):
            continue
        if isinstance(node, ast.Call):
            yield node
        yield from host_calls(node)


def names_in(tree, module):
    """The objects behind the module's names, including names imported inside functions."""
    names = dict(vars(module))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            source = importlib.import_module("." * node.level + (node.module or ""), module.__package__)
            names |= {
                a.asname or a.name: getattr(source, a.name) for a in node.names if hasattr(source, a.name)
            }
    return names


def is_kernel_body(value):
    return (
        isinstance(value, FunctionType)
        and value.__module__.startswith("wavefront")
        and not value.__annotations__
    )


def offences(tree, names):
    found = []
    for function, owner in functions_in(tree):
        if is_bare(function) and (isinstance(owner, ast.ClassDef) or function.decorator_list):
            found.append(f"{function.name} has no annotations, and is a method or decorated")
    for call in host_calls(tree):
        called = ast.unparse(call.func)
        owner, _, attribute = called.rpartition(".")
        value = getattr(names.get(owner), attribute, None) if owner else names.get(called)
        if is_kernel_body(value):
            found.append(f"{called}, without annotations, is called in line {call.lineno}")
    return found


@pytest.mark.parametrize("name", MODULES)
def test_a_function_without_annotations_is_a_kernel_body(name):
    module = importlib.import_module(name)
    tree = ast.parse(inspect.getsource(module))
    assert offences(tree, names_in(tree, module)) == []


SOURCE = """
from functools import cache
def kernel(item, out):
    step(item, out)
def step(item, out):
    out[item] += 1
class Board:
    def size(self):
        return 1
@cache
def form(size):
    return size
def host(device: object, out: object) -> None:
    device.for_each(3, kernel, out)
    step(0, out)
"""


def test_other_functions_without_annotations_are_found():
    module = type(wavefront)("wavefront.made_up")
    exec(SOURCE, vars(module))
    assert [offence.split()[0].strip(",") for offence in offences(ast.parse(SOURCE), vars(module))] == [
        "size",
        "form",
        "step",
    ]
