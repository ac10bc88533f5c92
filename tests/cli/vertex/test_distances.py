"""``wavefront distances``: a column for each source."""

import csv
import json


def test_columns(command_json, file_of, tmp_path):
    path = file_of("roads.csv", "src,dst,weight\na,b,4\nb,c,2\n")
    output = tmp_path / "distances.csv"
    found = command_json(
        "distances", path, "--source", "a", "--source", "b", "--validate", "--output", output
    )
    assert (found["sources"], found["validated"]) == (["a", "b"], True)
    assert found["top"][0] == {"vertex": "c", "distance from a": 6, "distance from b": 2}
    with output.open() as file:
        assert list(csv.reader(file))[1:] == [["a", "0", "-1"], ["b", "4", "0"], ["c", "6", "2"]]


def test_json_has_no_infinity(command, file_of):
    """The standard of JSON has no such number, and strict readers refuse it."""
    path = file_of("roads.csv", "src,dst,weight\na,b,4.5\nb,c,2\n")
    out = command("distances", path, "--source", "a", "--source", "b", "--format", "json").out
    rows = json.loads(out, parse_constant=lambda name: name)["top"]
    assert rows[2] == {"vertex": "a", "distance from a": 0, "distance from b": None}
