"""Small files that claim much, and files that try more than to be read: memory and time stay bounded."""

import gzip
import io
import os
import pickle
import time
import tracemalloc
import zipfile

import numpy as np
import pytest
import scipy.sparse as sp

import wavefront as wf

HEADERS = {
    "a.mtx": "%%MatrixMarket matrix coordinate pattern general\n100000000 100000000 1\n1 2\n",
    "b.gr": "p sp 100000000 1\na 1 2 3\n",
    "c.graph": "100000000 1\n2\n1\n",
    "d.packed": np.array([0, 10**8, 0], "<u4").tobytes(),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_small_file_that_claims_many_vertices(name, refused_at_once, file_of):
    small = HEADERS[name].replace("100000000", "2") if isinstance(HEADERS[name], str) else bytes(12)
    wf.read(file_of(name, small.replace("2 1\n2\n1", "2 1\n2\n1\n") if isinstance(small, str) else small))
    problem = refused_at_once(name, HEADERS[name])
    assert "WAVEFRONT_FILE_LIMIT" in problem or "the file ends after 2" in problem


def test_a_small_matrix_that_claims_many_vertices(refused_at_once):
    file = io.BytesIO()
    sp.save_npz(file, sp.coo_array(([1.0], ([0], [1])), shape=(10**8, 10**8)))
    assert "WAVEFRONT_FILE_LIMIT" in refused_at_once("a.npz", file.getvalue())


@pytest.mark.parametrize("name", [name for name in HEADERS if name != "c.graph"])
def test_the_limit_can_be_raised(name, file_of, monkeypatch):
    path = file_of(
        name, HEADERS[name].replace("100000000", "1200000") if name != "d.packed" else HEADERS[name]
    )
    if name == "d.packed":
        path.write_bytes(np.array([0, 1_199_999, 0], "<u4").tobytes())
    with pytest.raises(wf.GraphFileError, match="a graph of 1,200,000 vertices takes about 76,800,000 bytes"):
        wf.read(path)
    monkeypatch.setenv("WAVEFRONT_FILE_LIMIT", "100_000_000")
    with pytest.raises(wf.InputError, match="WAVEFRONT_FILE_LIMIT is a number of bytes, not '100_000_000'"):
        wf.read(path)
    monkeypatch.setenv("WAVEFRONT_FILE_LIMIT", "100000000")
    assert wf.read(path).num_vertices == 1_200_000


BOMBS = {byte: gzip.compress(byte * (12 << 20), 9) for byte in (b"\0", b"\n", b" ")}  # of 12 kB


@pytest.mark.parametrize(
    "name", ["a.txt.gz", "a.mtx.gz", "a.sg.gz", "a.graphml.gz", "a.npz.gz", "a.parquet.gz"]
)
@pytest.mark.parametrize("byte", BOMBS)
def test_gzip_bombs(name, byte, file_of, monkeypatch):
    monkeypatch.setenv("WAVEFRONT_FILE_LIMIT", str(1 << 20))
    path = file_of(name, BOMBS[byte])
    with pytest.raises(wf.GraphFileError) as caught:
        wf.read(path)
    early = name in ("a.mtx.gz", "a.graphml.gz") and byte != b" "  # the first line is wrong
    assert "takes about" in str(caught.value) or early
    assert peak_of_refusal(path) < 20_000_000


def test_a_gzip_bomb_from_a_pipe(monkeypatch):
    monkeypatch.setenv("WAVEFRONT_FILE_LIMIT", str(1 << 20))
    bomb = io.BytesIO(next(iter(BOMBS.values())))
    with pytest.raises(wf.GraphFileError, match="takes about"):
        wf.read(bomb, "edges")


def peak_of_refusal(path):
    def refused():
        with pytest.raises(wf.GraphFileError):
            wf.read(path)

    return peak_of(refused)


def peak_of(call):
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_packed_file_may_unpack_to_a_hundred_times_its_size(file_of, monkeypatch):
    monkeypatch.setenv("WAVEFRONT_FILE_LIMIT", "1000")
    text = "".join(f"{i} {i + 1}\n" for i in range(2000))
    assert wf.read(file_of("a.txt.gz", gzip.compress(text.encode()))).num_edges == 2000
    path = file_of("b.txt.gz", gzip.compress(b"0 1\n" * 100_000))
    with pytest.raises(wf.GraphFileError, match="what it unpacks to, so far"):
        wf.read(path)
    monkeypatch.setenv("WAVEFRONT_FILE_LIMIT", "400000")
    assert wf.read(path).num_edges == 100_000


def test_a_zip_bomb(file_of):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("data.npy", "w") as member:
        np.lib.format.write_array_header_1_0(
            member, {"descr": "|u1", "fortran_order": False, "shape": (80 << 20,)}
        )
        for _ in range(80):
            member.write(bytes(1 << 20))
    path = file_of("a.npz", file.getvalue())
    with pytest.raises(wf.GraphFileError, match="WAVEFRONT_FILE_LIMIT"):
        wf.read(path)
    assert peak_of_refusal(path) < 20_000_000


LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 20))


@pytest.mark.parametrize(
    "entities",
    [
        f'<!ENTITY l0 "ha">{LAUGHS}',
        f'<!ENTITY l19 "{"a" * 100_000}">',
        '<!ENTITY l19 SYSTEM "file:///etc/passwd">',
    ],
    ids=["billion laughs", "quadratic", "another file"],
)
def test_entity_bombs(entities, refused_at_once):
    head = f"<?xml version='1.0'?>\n<!DOCTYPE graphml [{entities}]>\n<graphml>"
    text = f"{head}<graph edgedefault='directed'><node id='{'&l19;' * 100}'/></graph></graphml>"
    assert "a document with its own entities can't be read" in refused_at_once("a.graphml", text)


def time_of(call):
    """The least time of three calls."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times)


def nested(depth):
    inner = "<data>" * depth + "</data>" * depth
    return f"<graphml><graph edgedefault='directed'><node id='n0'>{inner}</node></graph></graphml>"


@pytest.mark.soak  # timed, as a ratio
def test_deep_elements_take_linear_time(file_of):
    """Quadratic, the second file would take 256 times as long as the first: linear, 16 times."""
    small, large = (file_of(f"{n}.graphml", nested(n)) for n in (5_000, 80_000))
    assert time_of(lambda: wf.read(large)) < 80 * time_of(lambda: wf.read(small))


def test_the_longest_tag(file_of, refused):
    """Expat reads an unfinished tag again and again."""
    text = "<graphml><graph edgedefault='directed'><node id='n0' x='{}'/></graph></graphml>"
    assert wf.read(file_of("a.graphml", text.format("y" * 3_000_000))).num_vertices == 1
    assert "a tag or comment of more than 8,388,608 bytes" in refused(
        "b.graphml", text.format("y" * 12_000_000)
    )


class Trap:
    """Unpickled, it leaves a folder."""

    def __init__(self, folder):
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (str(self.folder),)


def test_pickles_are_not_loaded(tmp_path, file_of):
    trap = np.array([Trap(tmp_path / "sprung"), 0], object)
    matrix = {
        "indptr": np.array([0, 1, 1]),
        "indices": np.array([1]),
        "data": trap,
        "shape": np.array([2, 2]),
    }
    np.savez(tmp_path / "a.npz", format=np.array(b"csr"), **matrix)
    with pytest.raises(wf.GraphFileError):
        wf.read(tmp_path / "a.npz")
    for part in ("dst", "weights", "labels"):
        wf.write(wf.Graph.from_edges([0, 1], [1, 0], weights=[1, 2], labels=["a", "b"]), tmp_path / "g.npy")
        np.save(tmp_path / "g.npy" / f"{part}.npy", trap, allow_pickle=True)
        with pytest.raises(wf.GraphFileError):
            wf.read(tmp_path / "g.npy")
    assert not (tmp_path / "sprung").exists()
    pickle.loads(pickle.dumps(trap))
    assert (tmp_path / "sprung").is_dir()  # so it is a trap


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
@pytest.mark.parametrize("part", ["graph.json", "src_ptr.npy", "dst.npy", "weights.npy", "labels.npy"])
def test_links_that_leave_a_folder(part, tmp_path):
    graph = wf.Graph.from_edges([0, 1], [1, 0], weights=[1, 2], labels=["a", "b"])
    wf.write(graph, tmp_path / "g.npy")
    outside = (tmp_path / "g.npy" / part).rename(tmp_path / "outside")
    (tmp_path / "g.npy" / part).symlink_to(outside)
    with pytest.raises(wf.GraphFileError, match="a link that leads out of the folder"):
        wf.read(tmp_path / "g.npy")
    (tmp_path / "g.npy" / part).unlink()
    os.mkfifo(tmp_path / "g.npy" / part)
    with pytest.raises(wf.GraphFileError):
        wf.read(tmp_path / "g.npy")
    (tmp_path / "g.npy" / part).unlink()
    outside.rename(tmp_path / "g.npy" / "inside")
    (tmp_path / "g.npy" / part).symlink_to("inside")
    (tmp_path / "link.npy").symlink_to("g.npy")
    assert wf.read(tmp_path / "link.npy").labels.tolist() == ["a", "b"]


@pytest.mark.parametrize("suffix", [".csv", ".npy", ".graphml", ".parquet"])
def test_one_long_label_among_many_costs_its_own_length(suffix, tmp_path):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="needs PyArrow: the parquet extra")
    labels = ["x" * 1_000_000, *map(str, range(2000))]
    ring = np.arange(2001)

    def there_and_back():
        graph = wf.Graph.from_edges(ring, np.roll(ring, 1), labels=labels)
        wf.write(graph, tmp_path / f"g{suffix}")
        found = wf.read(tmp_path / f"g{suffix}")
        assert sorted(found.labels.tolist()) == sorted(labels)
        assert found.vertex("x" * 1_000_000) == found.labels.tolist().index(labels[0])

    assert peak_of(there_and_back) < 60_000_000


@pytest.mark.parametrize("code", [0xFFFFFFFF, 0x110000, 0xD800])
def test_labels_that_are_no_characters(code, tmp_path):
    wf.write(wf.Graph.from_edges([0, 1], [1, 0], labels=["ab", "cd"]), tmp_path / "g.npy")
    path = tmp_path / "g.npy" / "labels.npy"
    path.write_bytes(path.read_bytes()[:-4] + code.to_bytes(4, "little"))
    with pytest.raises(wf.GraphFileError, match="a label holds what is no character"):
        wf.read(tmp_path / "g.npy")


@pytest.mark.parametrize(
    ("part", "array"),
    [
        ("label_ends", np.array([1, 2, 99])),
        ("label_ends", np.array([2, 1, 4])),
        ("label_ends", np.array([1, 2])),
        ("label_ends", np.array([-1, 2, 4])),
        ("label_bytes", np.array([97, 0xFF, 98, 99], np.uint8)),
        ("label_bytes", np.array([97, 98, 99], np.uint8)),
        ("label_bytes", np.array([97, 98, 98, 99], np.uint16)),
    ],
)
def test_packed_labels_that_are_damaged(part, array, tmp_path):
    wf.write(wf.Graph.from_edges([0, 1], [1, 2], labels=["a", "b", "c\0"]), tmp_path / "g.npy")
    assert wf.read(tmp_path / "g.npy").labels.tolist() == ["a", "b", "c\0"]
    np.save(tmp_path / "g.npy" / f"{part}.npy", array)
    with pytest.raises(wf.GraphFileError):
        wf.read(tmp_path / "g.npy")
