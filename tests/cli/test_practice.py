"""``wavefront practice``."""

import io
import json

import pytest

import wavefront as wf
from wavefront.cli import main
from wavefront.laboratory.practice import TITLES
from wavefront.laboratory.practice.question import text_of


class Terminal(io.StringIO):
    """Standard input at which somebody sits."""

    def isatty(self):
        return True


def run(capsys, *arguments):
    assert main(["practice", *arguments]) == 0
    return capsys.readouterr().out


def answers(asked):
    return [f"--answer={name}={text_of(value)}" for name, value in asked.answer().items()]


def test_the_list(capsys):
    assert all(title in run(capsys) for title in TITLES.values())
    assert list(json.loads(run(capsys, "--list", "--format", "json"))["questions"].values()) == [
        *TITLES.values()
    ]


def test_a_question_and_its_answer(capsys):
    asked = wf.practice.question(10, seed=3)
    text = run(capsys, "10", "--seed", "3")
    assert text.startswith(asked.text)
    assert "--seed 3 --answer" in text
    assert set(run(capsys, "10", "--seed", "3", *answers(asked)).split()) == {
        *(f"{part.name}:" for part in asked.parts),
        "right",
    }
    assert "push_launched: wrong" in run(capsys, "10", "--seed", "3", "--answer", "push_launched=0")
    assert asked.explain() in run(capsys, "10", "--seed", "3", "--explain")


def test_json(capsys):
    asked = wf.practice.question(3, seed=1)
    given = ["3", "--seed", "1", "--format", "json"]
    said = json.loads(run(capsys, *given, *answers(asked)))
    assert said["verdict"] == {"right": True, "parts": dict.fromkeys(asked.answer(), True)}
    assert said["answer"] is None
    told = json.loads(run(capsys, *given, "--explain"))
    assert told["verdict"] is None
    assert asked.check(told["answer"])


def test_a_dialog(capsys, monkeypatch):
    asked = wf.practice.question(9, seed=1)
    right = text_of(asked.answer()["src_ptr"])
    monkeypatch.setattr("sys.stdin", Terminal(f"what?\n{right}\n0\n"))
    said = run(capsys, "9", "--seed", "1")
    assert "src_ptr is numbers in order, not 'what?'" in said
    assert said.index("  right") < said.index("  wrong") < said.index("1 of 2 right")
    assert asked.explain() in said


def test_a_dialog_that_is_left(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", Terminal(""))
    assert "Answer" not in run(capsys, "9", "--seed", "1")


def test_each_call_draws_another_question(capsys):
    assert len({run(capsys, "9") for _ in range(4)}) > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["14"], "number must be an integer, from 1 to 13"),
        (["9", "--answer", "dst=1"], "an answer needs --seed"),
        (["9", "--seed", "1", "--answer", "1 2"], "a part's name, an equals sign and a value"),
        (["9", "--seed", "1", "--answer", "dts=1"], "no part is called 'dts'; choose one of"),
        (["9", "--seed", "-1"], "--seed must be an integer"),
        (["--explain"], "takes no number, answer or explanation"),
    ],
)
def test_wrong_calls(arguments, message, capsys):
    assert main(["practice", *arguments]) == 2
    assert message in capsys.readouterr().err
