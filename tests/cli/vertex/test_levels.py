"""``wavefront levels``: a column for each source."""

import numpy as np


def test_columns(command_json, file_of, tmp_path):
    path = file_of("roads.txt", "a b\nb c\nd d\n")
    output, kept = tmp_path / "levels.npz", tmp_path / "kept.npy"
    given = "levels", path, "--source", "a", "--source", "b", "--validate", "--level-dtype", "int8"
    found = command_json(*given, "--output", output)
    assert (found["sources"], found["validated"]) == (["a", "b"], True)
    assert found["top"][0] == {"vertex": "c", "level from a": 2, "level from b": 1}
    assert len(found["top"]) == 3
    with np.load(output) as written:
        assert (written["levels_0"].tolist(), written["levels_1"].tolist()) == ([0, 1, 2, -1], [-1, 0, 1, -1])
        assert written["levels_0"].dtype == np.int8
    np.save(kept, np.arange(4) != 2)
    assert [row["vertex"] for row in command_json(*given, "--vertex-filter", kept)["top"]] == ["b", "a"]
