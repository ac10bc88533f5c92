"""``wavefront strategies``, and the strategies' options in every command that runs a strategy."""

import json
import re
from inspect import Parameter, signature
from types import NoneType
from typing import get_args, get_type_hints

import pytest
import typer

import wavefront as wf
from wavefront import generators
from wavefront.cli.entry import app
from wavefront.cli.strategy_options import OPTIONS
from wavefront.filters import Filters
from wavefront.strategies import METHODS

TAKING_A_STRATEGY = ("bfs", "account", "trace", "interleave", "figure", "compare")


def own_options(strategy):
    """The options in a strategy's signature, with the types that they may have.

    No caller gives `filters`, which `wf.bfs` makes of its own vertex_filter and edge_filter, nor
    `level_dtype`, an argument of `wf.bfs` itself.
    """
    hints = get_type_hints(METHODS[strategy].bfs, localns={"Filters": Filters})
    return {
        name: set(get_args(hints[name]) or [hints[name]]) - {NoneType}
        for name, given in signature(METHODS[strategy].bfs).parameters.items()
        if given.default is not Parameter.empty and name not in ("filters", "level_dtype")
    }


@pytest.fixture
def listed(command_json):
    return {record["name"]: record for record in command_json("strategies")["strategies"]}


def test_every_strategy_is_listed_with_what_its_signature_takes(listed):
    assert list(listed) == list(wf.STRATEGIES)
    for name, record in listed.items():
        given = {option["name"]: {option["type"]} for option in record["options"]}
        assert given == {
            option: {kind.__name__ for kind in kinds} for option, kinds in own_options(name).items()
        }
        parameters = signature(METHODS[name].bfs).parameters
        for option in record["options"]:
            assert option["default"] == parameters[option["name"]].default
            assert option["help"].endswith(".")
    assert [name for name, record in listed.items() if not record["account"]] == ["operators"]
    auto = wf.bfs(generators.small_book_graph(), 0, device="python").strategy
    assert [name for name, record in listed.items() if record["auto"]] == [auto]
    summaries = [record["summary"] for record in listed.values()]
    assert len(set(summaries)) == len(summaries)
    assert all(10 < len(summary) < 80 and "\n" not in summary for summary in summaries)


def test_the_values_listed_are_those_there_are(listed):
    graph = generators.small_book_graph()
    words = {
        (name, option["name"]): option["values"]
        for name, record in listed.items()
        for option in record["options"]
        if option["type"] == "str"
    }
    assert ("push", "layout") in words
    for (name, option), values in words.items():
        with pytest.raises(wf.InputError) as refused:
            wf.bfs(graph, 0, strategy=name, device="python", **{option: "none of them"})
        assert str(refused.value).endswith(f"choose one of {', '.join(map(repr, values))}")


def test_every_option_is_taken_by_a_strategy(listed):
    assert {option["name"] for record in listed.values() for option in record["options"]} == OPTIONS.keys()


def test_every_command_takes_every_option(listed):
    known = {option["option"] for record in listed.values() for option in record["options"]}
    commands = typer.main.get_command(app).commands
    for name in TAKING_A_STRATEGY:
        taken = {option for parameter in commands[name].params for option in parameter.opts}
        assert known <= taken, name


def test_text_has_a_line_for_each_strategy_and_option(command, listed):
    # A line that is too long goes on, further to the right.
    lines = re.sub(r"\n +(?! |--)", " ", command("strategies").out).splitlines()
    assert len(lines) == len(listed) + sum(len(record["options"]) for record in listed.values())
    push = next(index for index, line in enumerate(lines) if line.startswith("push "))
    assert lines[push].split()[0] == "push"
    assert lines[push + 1].split()[0] == "--layout"
    assert "csr, ell, jds; by default csr" in lines[push + 1]
    assert [line.split()[0] for line in lines if "(no account)" in line] == [
        name for name, record in listed.items() if not record["account"]
    ]


def test_an_option_reaches_the_strategy(command_json, cities, tmp_path):
    graph = wf.read(cities)
    paris = graph.vertex("paris")
    found = command_json(
        "account",
        cities,
        "--source",
        "paris",
        "--strategy",
        "privatized",
        "--capacity",
        1,
        "--block-size",
        32,
    )
    account = wf.account(graph, paris, "privatized", capacity=1, block_size=32)
    assert found["levels"] == json.loads(account.to_json())
    assert found["levels"] != json.loads(wf.account(graph, paris, "privatized").to_json())

    arguments = [
        cities,
        "--source",
        "paris",
        "--strategy",
        "direction_optimized",
        "--alpha",
        1e6,
        "--beta",
        1e6,
    ]
    directions = [level["direction"] for level in command_json("trace", *arguments)["levels"]]
    trace = wf.bfs(graph, paris, strategy="direction_optimized", alpha=1e6, beta=1e6, trace=True).trace
    assert directions == [level.direction for level in trace.levels]
    assert "pull" in directions

    races = command_json("interleave", "privatized", cities, "--source", "paris", "--capacity", 1)
    assert races == json.loads(wf.interleave("privatized", graph, paris, capacity=1).to_json())

    drawing = tmp_path / "privatized.svg"
    command_json(
        "figure",
        "privatized",
        drawing,
        "--graph",
        cities,
        "--source",
        "paris",
        "--capacity",
        2,
        "--block-size",
        2,
    )
    assert drawing.read_text() == wf.figure("privatized", graph, paris, capacity=2, block_size=2).svg


def test_an_option_of_another_strategy_is_refused(command, cities):
    for strategy in ("push", "direction_optimized", "privatized"):
        takes = ", ".join(f"--{name.replace('_', '-')}" for name in sorted(own_options(strategy)))
        assert takes
        for name in ("bfs", "account", "trace"):
            arguments = [cities, "--source", "paris", "--strategy", strategy, "--warp-degree", 2]
            error = command(name, *arguments, status=2).err
            assert error == f"wavefront: --strategy '{strategy}' takes {takes}, not --warp-degree\n"


def test_zero_is_a_value(command, cities):
    error = command(
        "account", cities, "--source", "paris", "--strategy", "privatized", "--capacity", 0, status=2
    ).err
    assert error == "wavefront: --capacity is a whole number, 1 or more, below 2**31, not 0\n"
