"""Graphs from pipes and file objects: the same as from a file on disk, in every format, packed or not."""

import copy
import gzip
import io
import os
import pickle
import sys
import threading
import zlib
from pathlib import Path

import pytest

import wavefront as wf
from tests.io.test_stream import suffixes_of_files
from wavefront.io import FORMATS, SUFFIXES
from wavefront.io.file_objects import HEAD_SIZE, Incoming

GRAPH = wf.Graph.from_edges([0, 0, 1, 3], [1, 2, 2, 0], 4, weights=[1, 2, 3, 4], directed=False)
UNWEIGHTED = wf.Graph.from_edges([0, 0, 1, 3], [1, 2, 2, 0], 4, directed=False)
UNTOLD = (".sg", ".wsg", ".packed", ".graph500")  # formats whose content has no mark


class Drip(io.RawIOBase):
    """A file that gives a byte at a time, as a slow pipe does."""

    def __init__(self, content):
        self.content = io.BytesIO(content)

    def read(self, size=-1):
        return self.content.read(1)


def graph_for(suffix):
    return UNWEIGHTED if suffix in (".sg", ".packed", ".graph500") else GRAPH


@pytest.mark.filterwarnings("ignore:.*undirected:UserWarning")
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("suffix", suffixes_of_files())
def test_every_format_is_read_from_a_file_object(suffix, packed, tmp_path, assert_same):
    path = tmp_path / f"g{suffix}"
    wf.write(graph_for(suffix), path)
    content = gzip.compress(path.read_bytes()) if packed else path.read_bytes()
    file = io.BytesIO(content)
    if suffix in UNTOLD:
        with pytest.raises(
            wf.InputError, match="<BytesIO>: the content doesn't tell the format; give format="
        ):
            wf.read(io.BytesIO(content))
        found = wf.read(file, SUFFIXES[suffix])
    else:
        found = wf.read(file)
        assert_same(wf.read(Drip(content)), found)
    assert not file.closed
    assert_same(found, wf.read(path))


@pytest.mark.skipif(os.name == "nt", reason="named pipes")
@pytest.mark.filterwarnings("ignore:.*undirected:UserWarning")
@pytest.mark.parametrize("name", ["pipe", "pipe.mtx.gz", "pipe.gr", "pipe.sg"])
def test_named_pipes_are_read_with_progress(name, tmp_path, assert_same):
    suffix = Path(name.removesuffix(".gz")).suffix or ".graphml"
    wf.write(graph_for(suffix), tmp_path / f"g{suffix}")
    content = (tmp_path / f"g{suffix}").read_bytes()
    os.mkfifo(tmp_path / name)
    writer = threading.Thread(target=(tmp_path / name).write_bytes, args=[content])
    writer.start()
    found = wf.read(tmp_path / name, progress=lambda done, total: None)
    writer.join()
    assert_same(found, wf.read(tmp_path / f"g{suffix}"))


def test_a_pipe_longer_than_its_head(assert_same):
    lines = b"".join(b"%d %d\n" % (vertex, vertex + 1) for vertex in range(20_000))
    assert len(lines) > HEAD_SIZE
    assert_same(wf.read(io.BytesIO(lines)), wf.Graph.from_edges(range(20_000), range(1, 20_001)))


def test_errors_name_the_file_and_the_line(tmp_path, monkeypatch):
    bad = b"0 1\n1 2\n2 x\n"
    with pytest.raises(wf.GraphFileError, match=r"^<BytesIO>, line 3: expected an integer vertex id"):
        wf.read(io.BytesIO(bad))
    (tmp_path / "named.dat").write_bytes(bad)
    with (
        (tmp_path / "named.dat").open("rb") as file,
        pytest.raises(wf.GraphFileError, match=r"named\.dat, line 3:"),
    ):
        wf.read(file)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(bad)))
    with pytest.raises(wf.GraphFileError, match=r"^standard input, line 3: "):
        wf.read(sys.stdin.buffer)


def test_a_file_object_is_pickled_as_its_name():
    incoming = Incoming(io.BytesIO(b"0 1\n"), "standard input")
    assert pickle.loads(pickle.dumps(incoming)) == copy.deepcopy(incoming) == "standard input"


def test_damaged_and_empty_input():
    packed = gzip.compress(bytes(range(256)) * 1000)
    for content, problem in [
        (b"", "the file is empty"),
        (gzip.compress(b""), "the file is empty"),
        (packed[:20], "the file ends early"),
        (packed[:10] + zlib.compress(b"0 1")[::-1], "not gzip data"),
        (gzip.compress(b"0 1\n" * HEAD_SIZE)[:-8], "the file ends early"),
    ]:
        with pytest.raises(wf.GraphFileError, match=f"^<BytesIO>: .*{problem}"):
            wf.read(io.BytesIO(content))


def test_what_is_no_file_of_bytes():
    for wrong in (None, 3, b"0 1\n", object()):
        with pytest.raises(wf.InputError, match=r"path is .* file object to read, not "):
            wf.read(wrong)
        with pytest.raises(wf.InputError, match=r"path is .* file object to write, not "):
            wf.write(GRAPH, wrong, "mtx")
    with pytest.raises(
        wf.InputError, match="expected a file object to read bytes, found one for text, StringIO"
    ):
        wf.read(io.StringIO("0 1\n"))
    with pytest.raises(wf.InputError, match="expected a file object to write bytes, found one for text"):
        wf.write(GRAPH, io.StringIO(), "mtx")
    with pytest.raises(wf.InputError, match="npy is a folder"):
        wf.read(io.BytesIO(b"0 1\n"), "npy")
    for format in (None, "npy"):
        with pytest.raises(wf.InputError, match="<BytesIO>: a file object needs a format; give format="):
            wf.write(GRAPH, io.BytesIO(), format)


class Sink(io.RawIOBase):
    """A pipe: it can't tell where it is, and takes a few bytes at a time."""

    def __init__(self):
        self.content = b""

    def writable(self):
        return True

    def write(self, data):
        self.content += bytes(data)[:1000]
        return min(len(data), 1000)


@pytest.mark.filterwarnings("ignore:.*undirected:UserWarning")
@pytest.mark.parametrize("format", [format for format in FORMATS if format not in ("npy", "parquet")])
def test_every_format_is_written_to_a_file_object(format, tmp_path, assert_same):
    graph = UNWEIGHTED if format == "graph500" else GRAPH
    sink = Sink()
    with io.BufferedWriter(sink) as file:
        wf.write(graph, file, format)
        assert not file.closed
        written = sink.content
    assert_same(wf.read(io.BytesIO(written), format, undirected=True), graph)
