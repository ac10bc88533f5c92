"""``wavefront bfs --output``: files of levels and predecessors."""

import csv
import io

import numpy as np
import pyarrow.parquet as pq
import pytest

import wavefront as wf
from wavefront.cli.search import search_files


@pytest.fixture
def expected(cities):
    """Vertex, level, predecessor of the search from Rome, where each predecessor is the only choice."""
    return {
        ("athens", 1, "rome"),
        ("cairo", 2, "athens"),
        ("oslo", -1, None),
        ("paris", -1, None),
        ("rome", 0, None),
    }


def test_csv(command, cities, expected, tmp_path):
    output = tmp_path / "levels.csv"
    assert str(output) in command("bfs", cities, "--source", "rome", "--output", output).out.replace("\n", "")
    rows = list(csv.DictReader(io.StringIO(output.read_text())))
    assert list(rows[0]) == ["vertex", "level", "predecessor"]
    found = {(row["vertex"], int(row["level"]), row["predecessor"] or None) for row in rows}
    assert found == expected


def test_parquet(command, cities, expected, tmp_path):
    output = tmp_path / "levels.parquet"
    command("bfs", cities, "--source", "rome", "--output", output)
    assert {tuple(row.values()) for row in pq.read_table(output).to_pylist()} == expected


def test_npz(command, cities, expected, tmp_path):
    output = tmp_path / "levels.npz"
    command("bfs", cities, "--source", "rome", "--output", output)
    with np.load(output) as arrays:
        labels, levels, predecessors = (arrays[name] for name in ("labels", "levels", "predecessors"))
    names = [labels[parent] if parent >= 0 else None for parent in predecessors]
    assert set(zip(labels.tolist(), levels.tolist(), names, strict=True)) == expected


def test_files_of_a_graph_without_labels_hold_ids(command, tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text("0 1\n1 2\n3 0\n")  # nothing leads to 3
    command("bfs", path, "--source", 0, "--output", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "vertex,level,predecessor\n0,0,\n1,1,0\n2,2,1\n3,-1,\n"
    command("bfs", path, "--source", 0, "--output", tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as arrays:
        assert set(arrays) == {"levels", "predecessors"}


def test_parquet_without_pyarrow(command, karate, tmp_path, monkeypatch):
    monkeypatch.setattr("wavefront.cli.search.search_files.find_spec", lambda name: None)
    output = tmp_path / "levels.parquet"
    assert "wavefront[parquet]" in command("bfs", karate[0], "--source", 0, "--output", output, status=2).err
    assert not output.exists()


def test_a_failed_write_leaves_the_old_file(command, karate, tmp_path, monkeypatch):
    def failing(file, *_):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    output = tmp_path / "levels.csv"
    output.write_text("old")
    monkeypatch.setitem(search_files.WRITERS, ".csv", failing)
    error = command("bfs", karate[0], "--source", 0, "--output", output, status=1).err
    assert error == f"wavefront: {output}: No space left on device\n"
    assert output.read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["karate.txt", "levels.csv"]


def test_labels_of_very_different_lengths(command, tmp_path):
    labels = ["start", *(f"v{i}" for i in range(50)), "x" * 100_000]
    ring = np.arange(len(labels))
    wf.write(wf.Graph.from_edges(ring, np.roll(ring, -1), labels=labels), tmp_path / "g.csv")
    for suffix in (".npz", ".csv", ".parquet"):
        command("bfs", tmp_path / "g.csv", "--source", "start", "--output", tmp_path / f"out{suffix}")
    with np.load(tmp_path / "out.npz") as arrays:
        ends = arrays["label_ends"].tolist()
        packed = arrays["label_bytes"].tobytes()
    found = [packed[start:end].decode() for start, end in zip([0, *ends[:-1]], ends, strict=True)]
    assert found == sorted(labels)
