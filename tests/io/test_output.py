"""Files after `write`: the whole new file or the old one, its permissions, links and pipes."""

import os
import threading
from pathlib import Path

import pytest

import wavefront as wf

TRIANGLE = wf.Graph.from_edges([0, 0, 1], [1, 2, 2], weights=[1, 2, 3], directed=False)


@pytest.mark.parametrize("name", ["g.txt", "g.mtx.gz", "g.sg", "g.npz", "g.graphml", "g.npy"])
@pytest.mark.parametrize("failure", [OSError("disk full"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_else(name, failure, tmp_path, monkeypatch, assert_same):
    old, new = (
        wf.Graph.from_edges([0], [1], directed=False),
        wf.Graph.from_edges([0, 1], [1, 2], directed=False),
    )
    wf.write(old, tmp_path / name)

    def fail(*_):
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(type(failure)):
            wf.write(new, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert_same(wf.read(tmp_path / name, undirected=True), old)
    wf.write(new, tmp_path / name)
    assert_same(wf.read(tmp_path / name, undirected=True), new)


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
@pytest.mark.parametrize("name", ["g.mtx", "g.npy"])
def test_permissions_are_those_of_any_new_file(name, tmp_path):
    before = os.umask(0o027)
    try:
        wf.write(TRIANGLE, tmp_path / name)
    finally:
        os.umask(before)
    assert (tmp_path / name).stat().st_mode & 0o777 == (0o750 if name == "g.npy" else 0o640)


@pytest.mark.skipif(os.name == "nt", reason="symbolic links and pipes")
def test_links_stay_links_and_pipes_are_written_to(tmp_path, assert_same):
    (tmp_path / "link.mtx").symlink_to(tmp_path / "real.mtx")
    wf.write(TRIANGLE, tmp_path / "link.mtx")
    assert (tmp_path / "link.mtx").is_symlink()
    assert_same(wf.read(tmp_path / "real.mtx"), TRIANGLE)
    os.mkfifo(tmp_path / "pipe.mtx")
    writer = threading.Thread(target=wf.write, args=(TRIANGLE, tmp_path / "pipe.mtx"))
    writer.start()
    assert_same(wf.read(tmp_path / "pipe.mtx"), TRIANGLE)
    writer.join()


def test_writing_into_no_folder(tmp_path):
    with pytest.raises(FileNotFoundError):
        wf.write(TRIANGLE, tmp_path / "nowhere" / "g.mtx")
