"""Every public name is a word of the guide's page on names, and every word there is a name."""

import inspect
from functools import cached_property

import typer
from names import words

import wavefront as wf
from wavefront.cli.entry import app


def public_objects():
    """Each public function and class, those of public modules too."""
    for name in wf.__all__:
        found = getattr(wf, name)
        if not inspect.ismodule(found):
            yield found
            continue
        if hasattr(found, "__all__"):
            yield from (getattr(found, inner) for inner in found.__all__)
            continue
        for inner, member in vars(found).items():
            if not inner.startswith("_") and getattr(member, "__module__", "").startswith(found.__name__):
                yield member


def functions():
    for found in public_objects():
        if inspect.isclass(found):
            methods = inspect.getmembers(found, inspect.isroutine)
            yield from (
                member
                for name, member in methods
                if not name.startswith("_") and "wavefront" in (getattr(member, "__module__", None) or "")
            )
        elif inspect.isfunction(found):
            yield found


def parameters():
    return {
        name
        for function in functions()
        for name in inspect.signature(function).parameters
        if name not in ("self", "cls", "args", "kwargs")
    }


def attributes():
    """Fields and properties of public classes, without old names."""
    found = set()
    for kind in public_objects():
        if inspect.isclass(kind) and not issubclass(kind, BaseException):
            found |= getattr(kind, "__annotations__", {}).keys()
            found |= {
                name
                for name, value in vars(kind).items()
                if (inspect.isdatadescriptor(value) or isinstance(value, cached_property))
                and "old name" not in (value.__doc__ or "")
            }
    return {name for name in found if not name.startswith("_")}


def options():
    yield from (("wavefront", option) for option in ("--debug", "--version"))
    for name, found in typer.main.get_command(app).commands.items():
        for command in (found, *getattr(found, "commands", {}).values()):
            for option in command.params:
                yield from (
                    (name, each) for each in option.opts if each.startswith("--") and each != "--help"
                )


def test_every_parameter_and_attribute_is_defined():
    assert parameters() | attributes() <= words()


def test_every_option_is_a_parameter_or_of_the_command_line_alone():
    known, alone = parameters() | attributes(), words("On the command line alone")
    for command, option in options():
        name = option.removeprefix("--").replace("-", "_")
        several = {"vertex": "vertices"}.get(name, f"{name}s")  # an option that is given once for each
        is_parameter = {name, several} & (known | strategy_options())
        assert is_parameter or name in alone, (command, option)


def strategy_options():
    from wavefront.strategies import METHODS, options_of

    return {name for method in METHODS for name in options_of(method)}


def test_every_word_is_a_name():
    """Words of JSON alone are held against what the commands print, in tests/cli/conftest.py."""
    names = parameters() | attributes() | strategy_options()
    names |= {option.removeprefix("--").replace("-", "_") for _, option in options()}
    assert words() - names == words("In JSON alone") - names
