"""``wavefront account``; and wrong arguments of it and of ``wavefront trace``."""

import json

import pytest

import wavefront as wf


def test_account_is_the_librarys(command_json, karate):
    path, _ = karate
    found = command_json("account", path, "--undirected", "--source", 0, "--strategy", "privatized")
    graph = wf.read(path, undirected=True)
    assert (found["graph"]["file"], found["strategy"], found["counted"]) == (str(path), "privatized", False)
    assert found["levels"] == json.loads(wf.account(graph, 0, "privatized").to_json())


def test_account_counts(command_json, karate):
    path, _ = karate
    found = command_json("account", path, "--source", 0, "--source", 33, "--strategy", "push", "--count")
    counted = wf.account(wf.read(path), [0, 33], "push", count=True)
    assert found["counted"] is True
    assert found["levels"] == json.loads(counted.to_json())


def test_account_as_text(command, cities):
    text = command("account", cities, "--source", "paris", "--strategy", "push").out
    assert "5 vertices, 6 stored edges, directed" in text
    assert "push, worked out" in text
    graph = wf.read(cities)
    assert wf.account(graph, graph.vertex("paris"), "push").table() in text
    assert (
        "push, counted"
        in command("account", cities, "--source", "paris", "--strategy", "push", "--count").out
    )


@pytest.mark.parametrize("name", ["account", "trace"])
def test_wrong_input_is_one_line(name, command, cities):
    wrong = ["--source", "paris", "--strategy", "fastest"], ["--source", "atlantis"]
    for arguments in wrong:
        result = command(name, cities, *arguments, status=2)
        assert result.err.count("\n") == 1
        assert result.out == ""
