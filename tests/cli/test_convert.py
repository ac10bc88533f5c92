import json

import pytest

import wavefront as wf


def pairs(graph):
    return sorted(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))


def test_formats_round_trip(command, command_json, karate, tmp_path):
    path, graph = karate
    command("convert", path, tmp_path / "karate.mtx", "--undirected")
    report = command_json("convert", tmp_path / "karate.mtx", tmp_path / "karate.npy")
    found = wf.read(tmp_path / "karate.npy")
    assert pairs(found) == sorted(graph.to_directed().edges())
    assert not found.directed
    assert report["graph"] == {"num_vertices": 34, "num_edges": found.num_edges, "directed": False}


@pytest.mark.parametrize("name", ["folder.npy", "file.npy", "packed.npy.gz"])
def test_what_is_not_replaced_is_refused_before_reading(command, tmp_path, name):
    (tmp_path / "folder.npy").mkdir()
    (tmp_path / "file.npy").write_text("a file")
    refused = command("convert", tmp_path / "missing.txt", tmp_path / name, status=2)
    assert name in refused.err
    assert "missing.txt" not in refused.err


def test_a_few_bytes_are_said_once(command, tmp_path, monkeypatch):
    (tmp_path / "few.txt").write_text("0 1\n1 2\n")
    monkeypatch.chdir(tmp_path)
    assert command("convert", "few.txt", "few.tsv").out.startswith("written  few.tsv, 8 bytes ")
    assert "(" not in command("convert", "few.txt", "few.tsv").out
    assert "bytes (1." in command("convert", "few.txt", "few.npz").out


def test_simplify(command, tmp_path):
    (tmp_path / "multi.txt").write_text("0 0\n0 1\n0 1\n2 1\n")
    command("convert", tmp_path / "multi.txt", tmp_path / "simple.npz", "--simplify")
    assert pairs(wf.read(tmp_path / "simple.npz")) == [(0, 1), (2, 1)]


def test_random_weights_come_from_the_seed(command, karate, tmp_path):
    for seed, name in ((5, "a"), (5, "b"), (6, "c")):
        command("convert", karate[0], tmp_path / f"{name}.npz", "--random-weights", seed)
    a, b, c = (wf.read(tmp_path / f"{name}.npz").csr.weights.tolist() for name in "abc")
    assert a == b != c


def test_formats_by_name(command, karate, tmp_path):
    source = karate[0].rename(tmp_path / "karate.dat")
    formats = ["--input-format", "edges", "--output-format", "mtx"]
    command("convert", source, tmp_path / "out.dat", *formats)
    assert wf.read(tmp_path / "out.dat", "mtx").num_vertices == 34


def test_lost_labels_are_a_warning_on_stderr(command, cities, tmp_path):
    result = command("convert", cities, tmp_path / "cities.mtx")
    assert result.err.startswith(f"wavefront: warning: {tmp_path / 'cities.mtx'}: mtx files hold no labels")
    assert result.err.count("\n") == 1


def test_a_file_that_breaks_off_leaves_no_output(command, tmp_path):
    (tmp_path / "broken.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n")
    assert "broken.mtx" in command("convert", tmp_path / "broken.mtx", tmp_path / "out.npz", status=2).err
    assert not (tmp_path / "out.npz").exists()


TRIPS = "day,start,end,minutes\n1,Rome,Oslo,190\n2,Oslo,Lima,140\n"


@pytest.mark.parametrize("chosen", ["start,end,minutes", "1,2,3", '"start","end",minutes'])
@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_columns_of_a_table_are_chosen(chosen, delimiter, command, tmp_path):
    suffix = {",": "csv", "\t": "tsv"}[delimiter]
    path, output = tmp_path / f"trips.{suffix}", tmp_path / "trips.parquet"
    header = TRIPS if "start" in chosen else TRIPS[TRIPS.index("\n") + 1 :]
    path.write_text(header.replace(",", delimiter))
    command("convert", path, output, "--edge-columns", chosen)
    found = wf.read(output)
    assert found.labels.tolist() == ["Lima", "Oslo", "Rome"]
    assert (pairs(found), found.csr.weights.tolist()) == ([(1, 0), (2, 1)], [140, 190])
    search = command("bfs", path, "--source", "Rome", "--edge-columns", chosen, "--format", "json").out
    assert json.loads(search)["num_reached"] == 3
    top = command("pagerank", path, "--edge-columns", chosen, "--format", "json").out
    assert json.loads(top)["top"][0]["vertex"] == "Lima"


def test_columns_that_are_wrong_are_named(command, tmp_path):
    (tmp_path / "trips.csv").write_text(TRIPS)
    error = command("info", tmp_path / "trips.csv", "--edge-columns", "start,stop", status=2).err
    assert "expected one column 'stop' in the header" in error
    error = command("info", tmp_path / "trips.csv", "--edge-columns", "start", status=2).err
    assert "two or three names, or places, not ['start']" in error
