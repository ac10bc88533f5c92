"""``wavefront look``."""

import json
import re

import pytest
from graphs import SIMULATED

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about a page, not about devices")


def test_look_writes_a_page(command, command_json, cities, tmp_path):
    output = tmp_path / "cities.html"
    arguments = ["look", cities, "--source", "paris", "--strategy", "push,privatized", "-o", output]
    found = command_json(*arguments)
    assert found["bytes"] == output.stat().st_size
    assert found["methods"] == ["push", "privatized"]
    assert found["sources"] == ["paris"]
    assert "<title>cities.txt</title>" in output.read_text(encoding="utf-8")
    assert "push, privatized" in command(*arguments).out


def test_look_steps_shortest_paths(command, command_json, tmp_path):
    flights, output = tmp_path / "flights.tsv", tmp_path / "page.html"
    flights.write_text("paris rome 2\nrome cairo 3\nparis cairo 9\n")
    search = ["look", flights, "--source", "paris", "--strategy", "sssp", "-o", output]
    assert command_json(*search, "--delta", 2.5)["methods"] == ["sssp"]
    html = output.read_text(encoding="utf-8")
    assert '"options":{"delta":2.5' in html
    weights = json.loads(re.search(r'"weights":(\[[^]]*\])', html)[1])
    assert sorted(weights) == [2, 3, 9]
    assert "--delta is a positive number" in command(*search, "--delta", 0, status=2).err
    assert "no option of graphs" in command(*search, "--start", "0,0", "--goal", "1,1", status=2).err


def test_look_draws_comparisons(command, cities, tmp_path):
    compared, output = tmp_path / "compared.json", tmp_path / "page.html"
    search = [cities, "--source", "paris"]
    compared.write_text(command("compare", *search, "--rounds", 1, "--device", "cpu", "--format", "json").out)
    rows = json.loads(compared.read_text())["methods"]
    command("look", *search, "--strategy", "push", "--compared", compared, "-o", output)
    assert f'"rows":{json.dumps(rows[:1], separators=(",", ":"))[:-1]}' in output.read_text(encoding="utf-8")


def test_look_draws_timelines(command, cities, tmp_path):
    measured, output = tmp_path / "measured.json", tmp_path / "page.html"
    measured.write_text(command("bench", cities, "-n", 2, "--device", "cpu", "--format", "json").out)
    search = ["look", cities, "--source", "paris", "--strategy", "push"]
    command(*search, "--benched", measured, "-o", output)
    steps = json.dumps(json.loads(measured.read_text())["milliseconds"], separators=(",", ":"))
    assert steps in output.read_text(encoding="utf-8")
    for wrong in ("[1]", "no JSON"):
        measured.write_text(wrong)
        assert "not what wavefront bench" in command(*search, "--benched", measured, status=2).err


def test_wrong_input(command, cities, tmp_path):
    search = ["look", cities, "--source", "paris"]
    assert "expected .html" in command(*search, "-o", tmp_path / "page.png", status=2).err
    assert "choose one of sequential" in command(*search, "--strategy", "push,dive", status=2).err
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[1]")
    assert "not what wavefront compare" in command(*search, "--compared", wrong, status=2).err


def test_look_at_a_board(command, command_json, cities, tmp_path):
    board, output = tmp_path / "board.txt", tmp_path / "board.html"
    board.write_text("...\n.#.\n...\n")
    arguments = ["look", board, "--start", "0,0", "--goal", "2,2", "-o", output]
    assert command_json(*arguments) == {"output": str(output), "bytes": output.stat().st_size, "length": 4}
    assert "4 steps" in command(*arguments).out
    assert "--start and --goal" in command("look", board, "--start", "0,0", status=2).err
    assert "--source for a graph" in command("look", cities, status=2).err
    board.write_text(".#.\n.#.\n.#.\n")
    assert "can't be reached" in command(*arguments).out
