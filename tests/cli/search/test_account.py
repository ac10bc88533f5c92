"""``wavefront account`` and ``wavefront trace``."""

import json

import pytest

import wavefront as wf


def test_account_is_the_librarys(command_json, karate):
    path, _ = karate
    found = command_json("account", path, "--undirected", "--source", 0, "--strategy", "privatized")
    graph = wf.read(path, undirected=True)
    assert (found["path"], found["strategy"], found["counted"]) == (str(path), "privatized", False)
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


def test_trace_as_json(command_json, karate):
    path, graph = karate
    found = command_json(
        "trace", path, "--undirected", "--source", 0, "--strategy", "pull", "--device", "cpu"
    )
    assert (found["path"], found["strategy"], found["device"]) == (str(path), "pull", "cpu")
    assert found["levels"][0]["edges"] == graph.degree(0) == found["levels"][0]["vertices"]
    assert [row["direction"] for row in found["levels"]] == ["pull"] * 4
    assert [row["launches"] for row in found["levels"]] == [1] * 4


def test_trace_as_text(command, cities):
    text = command("trace", cities, "--source", "paris", "--strategy", "frontier_queue").out
    assert "frontier_queue on cpu" in text
    rows = [line.split()[:6] for line in text.splitlines()[-3:]]
    assert rows == [
        ["1", "push", "1", "2", "2", "2"],
        ["2", "push", "2", "2", "1", "2"],
        ["3", "push", "1", "1", "0", "2"],
    ]


@pytest.mark.parametrize("name", ["account", "trace"])
def test_wrong_input_is_one_line(name, command, cities):
    wrong = ["--source", "paris", "--strategy", "fastest"], ["--source", "atlantis"]
    for arguments in wrong:
        result = command(name, cities, *arguments, status=2)
        assert result.err.count("\n") == 1
        assert result.out == ""
