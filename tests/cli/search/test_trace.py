"""``wavefront trace``."""


def test_trace_as_json(command_json, karate):
    path, graph = karate
    found = command_json(
        "trace", path, "--undirected", "--source", 0, "--strategy", "pull", "--device", "cpu"
    )
    assert (found["graph"]["file"], found["strategy"], found["device"]) == (str(path), "pull", "cpu")
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
