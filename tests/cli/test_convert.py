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
    assert (report["num_vertices"], report["num_edges"], report["directed"]) == (34, found.num_edges, False)


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
