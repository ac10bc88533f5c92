"""``wavefront figure``."""

import json

import pytest

import wavefront as wf
from wavefront.cli import main


@pytest.fixture
def graph_file(tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text("a b\nb c\nc d\na <i>&\n")
    return path


def test_a_figure_of_a_file(graph_file, tmp_path, capsys):
    output = tmp_path / "out.svg"
    given = ["--graph", str(graph_file), "--source", "b", "--level", "1", "--block-size", "2"]
    assert main(["figure", "privatized", str(output), *given]) == 0
    assert "privatized, level 1" in capsys.readouterr().out
    graph = wf.read(graph_file)
    expected = wf.figure("privatized", graph, graph.vertex("b"), level=1, block_size=2)
    assert output.read_text() == expected.svg
    assert "&lt;i&gt;&amp;" in expected.svg


def test_the_books_graph_and_json(tmp_path, capsys):
    output = tmp_path / "out.svg"
    assert main(["figure", "roots", str(output), "--source", "0", "--source", "2", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {
        "output": str(output),
        "what": "roots",
        "bytes": output.stat().st_size,
        "sources": [0, 2],
        "level": None,
    }
    assert output.read_text() == wf.figure("roots", wf.generators.book_graph(), [0, 2]).svg


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["push", "out.png"], "expected .svg"),
        (["pushed", "out.svg"], "'pushed': choose one of 'sequential', 'push'"),
        (["push", "out.svg", "--level", "9"], "--level must be an integer, from 1 to 4"),
        (["push", "out.svg", "--warp-size", "2"], ", not --warp-size"),
        (["push", "out.svg", "--graph", "large.mtx"], "up to 160 stored edges; this graph has 50"),
    ],
)
def test_wrong_calls_write_nothing(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    wf.write(wf.generators.path(50), "large.mtx")
    assert main(["figure", *arguments]) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["large.mtx"]
