"""Labels are printed with what isn't printable escaped: no file commands the terminal."""

import datetime
import json

import pyarrow
import pyarrow.parquet
import pytest

import wavefront as wf

RED, TITLE, RIGHT_TO_LEFT = "\x1b[31mred", "\x1b]0;title\x07", "a\u202eb"


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "hostile.csv"
    labels = [RED, TITLE, RIGHT_TO_LEFT, "plain", "[bold]"]
    wf.write(wf.Graph.from_edges([0, 1, 2, 3, 4], [1, 2, 3, 4, 0], labels=labels), path)
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("bfs", "--source", RED, "--source", TITLE, "--target", "plain"),
        ("bfs", "--source", RED, "--depth-limit", "1", "--target", TITLE),
        ("sssp", "--source", TITLE, "--target", RED),
        ("pagerank",),
        ("topological",),
        ("bfs", "--source", "\x1b[2J"),
        ("info",),
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_command_prints_escape_codes(arguments, hostile, command):
    wrong = arguments[0] == "topological" or "\x1b[2J" in arguments
    printed = command(arguments[0], hostile, *arguments[1:], status=2 if wrong else 0)
    for text in printed:
        assert all(letter.isprintable() or letter == "\n" for letter in text)
    if arguments[0] in ("pagerank", "sssp") or "plain" in arguments:
        assert r"\x1b[31mred" in printed.out


def test_json_holds_the_labels_themselves(hostile, command):
    text = command("bfs", hostile, "--source", RED, "--format", "json").out
    assert text.strip().isprintable()
    assert json.loads(text)["sources"] == [RED]


def test_names_of_files_too(tmp_path, command):
    path = tmp_path / "a\x1b[31m.txt"
    assert r"\x1b[31m" in command("info", path, status=2).err
    path.write_text("0 1\n")
    assert "\x1b" not in command("info", path).out


@pytest.mark.parametrize("as_bytes", [False, True])
def test_dates_and_bytes_are_taken_and_printed_as_text(as_bytes, tmp_path, command):
    days = [datetime.date(2026, 3, day) for day in (1, 2)]
    texts = [day.isoformat() for day in days]
    labels = [text.encode() for text in texts] if as_bytes else days
    path, output = tmp_path / "days.parquet", tmp_path / "levels.csv"
    pyarrow.parquet.write_table(pyarrow.table({"source": labels[:1], "target": labels[1:]}), path)
    search = "bfs", path, "--source", texts[0], "--target", texts[1]
    assert " -> ".join(texts) in command(*search, "--output", output).out
    assert json.loads(command(*search, "--format", "json").out)["path"] == texts
    assert output.read_text() == f"vertex,level,predecessor\n{texts[0]},0,\n{texts[1]},1,{texts[0]}\n"
