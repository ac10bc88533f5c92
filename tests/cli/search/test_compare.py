"""``wavefront compare``."""

import pytest

import wavefront as wf
from wavefront.measure.searches import random_sources

QUICK = ("--device", "cpu", "--rounds", 1)


def test_json_is_every_methods(command_json, karate):
    path, _ = karate
    found = command_json("compare", path, "--undirected", "--source", 0, "--source", 33, *QUICK)
    assert (found["graph"]["file"], found["sources"], found["output"]) == (str(path), [0, 33], None)
    methods = found["methods"]
    assert [(row["device"], row["strategy"]) for row in methods] == [("cpu", name) for name in wf.STRATEGIES]
    assert {row["searches"] for row in methods} == {2}
    expected = wf.compare(wf.read(path, undirected=True), [0, 33], device="cpu", rounds=1)
    work = [column for column in methods[0] if column not in ("milliseconds", "ratio")]
    for row, other in zip(methods, expected.rows, strict=True):
        assert [row[column] for column in work] == [getattr(other, column) for column in work]


def test_sources_are_drawn(command_json, karate):
    path, _ = karate
    graph = wf.read(path)

    def drawn(*options):
        return command_json("compare", path, *options, *QUICK)["sources"]

    assert drawn() == random_sources(graph, 4, seed=0)
    assert drawn("--samples", 2, "--seed", 5) == random_sources(graph, 2, seed=5)


def test_text(command, cities):
    text = command("compare", cities, "--source", "paris", "--source", "oslo", *QUICK).out
    assert "5 vertices" in text
    assert "from paris, oslo, each alone" in text
    rows = [line.split() for line in text.splitlines()[-len(wf.STRATEGIES) :]]
    assert [row[:2] for row in rows] == [["cpu", name] for name in wf.STRATEGIES]
    assert any(row[3] == "best" for row in rows)


def test_layouts_and_options(command_json, karate):
    path, _ = karate
    found = command_json("compare", path, "--source", 0, "--layouts", "--block-size", 64, *QUICK)
    expected = wf.compare(wf.read(path), [0], device="cpu", rounds=1, layouts=True, block_size=64)
    assert [row["method"] for row in found["methods"]] == [row.method for row in expected.rows]
    rows = {row["method"]: row for row in found["methods"]}
    assert rows["push, jds"]["options"] == {"layout": "jds"}
    assert rows["privatized, block_size=64"]["options"] == {"block_size": 64}


def test_a_value_that_no_method_takes(command, karate):
    error = command("compare", karate[0], "--source", 0, "--capacity", 0, *QUICK, status=2).err
    assert error == "wavefront: --capacity is a whole number, 1 or more, below 2**31, not 0\n"


def test_the_figure(command_json, karate, tmp_path):
    figure = tmp_path / "karate.png"
    found = command_json("compare", karate[0], "--samples", 1, "--output", figure, *QUICK)
    assert found["output"] == str(figure)
    assert figure.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--output", "plot.gif"], "plot.gif: unknown suffix '.gif'; expected .png, .svg, .pdf"),
        (["--output", "nowhere/plot.png"], "there is no folder nowhere"),
        (["--columns", "warps"], "--columns: 'warps' is no column"),
        (["--source", "0", "--samples", "3"], "give one of them"),
    ],
)
def test_wrong_options_are_told_before_the_graph_is_read(command, options, message):
    assert message in command("compare", "no-such-graph.txt", *options, status=2).err


def test_a_graph_without_edges(command, tmp_path):
    path = tmp_path / "lone.npz"
    wf.write(wf.Graph.from_edges([], [], 3), path)
    assert "no vertex of this graph has an outgoing edge" in command("compare", path, status=2).err
