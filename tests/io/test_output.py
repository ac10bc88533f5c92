"""Files after `write`: the whole new file or the old one, its permissions, links and pipes."""

import io
import os
import random
import signal
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
    for name in ("pipe.mtx", "pipe.mtx.gz"):
        os.mkfifo(tmp_path / name)
        writer = threading.Thread(target=wf.write, args=(TRIANGLE, tmp_path / name))
        writer.start()
        content = (tmp_path / name).read_bytes()
        writer.join()
        assert content.startswith(b"\x1f\x8b") == name.endswith(".gz")
        assert_same(wf.read(io.BytesIO(content)), TRIANGLE)


def test_writing_into_no_folder(tmp_path):
    with pytest.raises(FileNotFoundError):
        wf.write(TRIANGLE, tmp_path / "nowhere" / "g.mtx")


OLD = wf.Graph.from_edges([0], [1], directed=False)
NEW = wf.Graph.from_edges([0, 1], [1, 2], directed=False)


def interrupt(*_):
    raise KeyboardInterrupt


def is_interrupt(error):
    """Whether the error is a KeyboardInterrupt, or what a library raised while it handled one."""
    return isinstance(error, KeyboardInterrupt) or (error is not None and is_interrupt(error.__context__))


@pytest.mark.skipif(os.name == "nt", reason="POSIX timers")
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", ["g.mtx", "g.npz.gz", "g.npy"])
@pytest.mark.parametrize("times", [60, pytest.param(5000, marks=pytest.mark.soak)])
def test_ctrl_c_at_any_moment(name, times, tmp_path):
    handler = signal.signal(signal.SIGALRM, interrupt)
    draw = random.Random(times)
    interrupted = 0
    try:
        for attempt in range(times):
            graph = (OLD, NEW)[attempt % 2]
            try:
                signal.setitimer(signal.ITIMER_REAL, draw.uniform(1e-5, 3e-3) if attempt else 0)
                wf.write(graph, tmp_path / name)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except BaseException as error:
                if not is_interrupt(error):
                    raise
                interrupted += 1
            assert [path.name for path in tmp_path.iterdir()] == [name]
            assert wf.read(tmp_path / name, undirected=True).num_edges in (OLD.num_edges, NEW.num_edges)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    assert interrupted


@pytest.mark.parametrize("name", ["g.txt", "g.mtx.gz", "g.sg", "g.npz", "g.graphml", "g.npy"])
def test_an_error_of_the_disk_names_the_file(name, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    wf.write(OLD, tmp_path / name)
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        wf.write(NEW, tmp_path / name)
    assert caught.value.filename == str(tmp_path / name)


def test_an_interruption_between_the_two_renamings_of_a_folder_gives_the_old_one_back(tmp_path, monkeypatch):
    wf.write(OLD, tmp_path / "g.npy")
    replace = Path.replace

    def interrupted(path, target):
        replace(path, target)
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        wf.write(NEW, tmp_path / "g.npy")
    assert [path.name for path in tmp_path.iterdir()] == ["g.npy"]
    assert wf.read(tmp_path / "g.npy").num_edges == OLD.num_edges
