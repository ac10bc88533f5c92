"""``wavefront gallery``."""

import json

from wavefront.laboratory.gallery import GALLERY


def test_the_list(command, command_json):
    text = command("gallery").out
    assert all(name in text for name in GALLERY)
    assert set(command_json("gallery")["gallery"]) == set(GALLERY)


def test_one_kernel(command, command_json):
    text = command("gallery", "lost-vertex").out
    assert "turns     0 read tails" in text
    assert "result: wrong: rule 4" in text
    assert "unbroken, exhaustive: 20 schedules, 0 wrong" in text
    record = command_json("gallery", "lost-vertex")
    assert record["broken"] == json.loads(GALLERY["lost-vertex"].run().to_json())
    assert record["unbroken"]["wrong"] == 0 < record["unbroken"]["schedules"]


def test_an_unknown_name(command):
    assert "choose one of lost-vertex" in command("gallery", "mona-lisa", status=2).err
