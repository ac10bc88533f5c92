"""``wavefront interleave``."""

import json

import wavefront as wf


def test_interleave_is_the_librarys(command_json, cities):
    found = command_json("interleave", "push", cities, "--source", "paris", "--seed", 5)
    graph = wf.read(cities)
    assert found == json.loads(wf.interleave("push", graph, graph.vertex("paris"), seed=5).to_json())


def test_interleave_as_text(command, cities):
    arguments = ["privatized", cities, "--source", "paris", "--source", "oslo", "--block-size", 2]
    text = command("interleave", *arguments, "--schedule", "lockstep", "--launch", 0).out
    assert "privatized, lockstep: 1 schedule, 0 wrong\nresult: right" in text
    assert "launch 0: kernel, 2 threads, curr_level 1" in text
    assert "barrier of threads 0, 1" in text


def test_an_option_may_be_a_fraction(command, cities):
    arguments = ["direction_optimized", cities, "--source", "paris", "--alpha", 0.5]
    assert "result: right" in command("interleave", *arguments).out


def test_a_method_without_sites_says_so(command, cities):
    assert (
        "no barriers and no atomics"
        in command("interleave", "push", cities, "--source", "paris", "--sites").out
    )


def test_break(command, cities):
    arguments = ["frontier_queue", cities, "--source", "paris", "--source", "oslo"]
    sites = command("interleave", *arguments, "--sites").out
    assert "append.atomic_add" in sites
    assert "queues.py" in sites
    broken = ["--without", "append.atomic_add", "--schedule", "exhaustive"]
    found = json.loads(command("interleave", *arguments, *broken, "--format", "json").out)
    assert found["without"] == "append.atomic_add"
    assert found["schedules"] > 1


def test_wrong_input_is_one_line(command, cities):
    for strategy, *wrong in (
        ["fastest"],
        ["fused"],
        ["push", "--schedule", "slow"],
        ["push", "--without", "barrier"],
        ["push", "--layout", "red"],
        ["push", "--capacity", "4"],
        ["privatized", "--block-size", "-2"],
        ["direction_optimized", "--alpha", "nan"],
        ["push", "--launch", "99"],
        ["push", "--schedule", "exhaustive", "--max-schedules", "1"],
    ):
        result = command("interleave", strategy, cities, "--source", "paris", *wrong, status=2)
        assert result.err.count("\n") == 1
        assert result.out == ""
