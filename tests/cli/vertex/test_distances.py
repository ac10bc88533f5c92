"""``wavefront distances``: a column for each source."""

import csv


def test_columns(command_json, file_of, tmp_path):
    path = file_of("roads.csv", "src,dst,weight\na,b,4\nb,c,2\n")
    output = tmp_path / "distances.csv"
    found = command_json(
        "distances", path, "--source", "a", "--source", "b", "--validate", "--output", output
    )
    assert (found["sources"], found["validated"]) == (["a", "b"], True)
    assert found["top"][0] == {"vertex": "c", "distance from a": 6, "distance from b": 2}
    with output.open() as file:
        assert list(csv.reader(file))[1:] == [["a", "0.0", "inf"], ["b", "4.0", "0.0"], ["c", "6.0", "2.0"]]
