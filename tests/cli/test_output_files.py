"""Files that commands write, and standard output: full disks, closed pipes, Ctrl-C, and graphs for a pipe."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import wavefront as wf
from wavefront.io import SUFFIXES

WAVEFRONT = [sys.executable, "-m", "wavefront"]
# Runs the command line with a limit of bytes per file, as on a disk that fills up.
LIMITED = [
    sys.executable,
    "-c",
    "import resource, sys; from wavefront.cli import main\n"
    "arguments = sys.argv[2:]\n"
    "main(arguments)\n"  # compiles, and writes the old file
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))\n"
    "sys.exit(main(arguments))",
]
full_disk = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.fixture
def triangle(tmp_path):
    path = tmp_path / "triangle.txt"
    path.write_text("0 1\n1 2\n2 0\n")
    return path


@full_disk
@pytest.mark.parametrize("format", ["mtx", "edges", "npz", "graphml", "metis"])
def test_a_full_disk_is_told_with_the_files_name(format, triangle, command):
    arguments = ["--undirected", "--output-format", format]
    error = command("convert", triangle, "/dev/full", *arguments, status=1).err.splitlines()[-1]
    assert error == "wavefront: /dev/full: No space left on device"


class FullDisk(io.RawIOBase):
    def writable(self):
        return True

    def write(self, data):
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_full_disk_behind_standard_output(form, triangle, command, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(FullDisk(), write_through=True))
    error = command("info", triangle, "--format", form, status=1).err
    assert error == "wavefront: standard output: No space left on device\n"


def test_standard_output_that_is_closed(triangle, command, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert command("info", triangle, status=1).err == "wavefront: standard output: closed\n"


@pytest.mark.skipif(os.name == "nt", reason="POSIX limits")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in ("new.npy", "new.mtx.gz") else pytest.mark.soak)
        for name in [f"new{suffix}" for suffix in SUFFIXES if suffix not in (".wsg", ".parquet")]
        + ["new.mtx.gz"]
    ],
)
def test_a_limit_of_the_files_size(name, tmp_path):
    wf.write(wf.generators.kronecker(8, 4), tmp_path / "graph.mtx")
    output = tmp_path / name
    arguments = ["convert", str(tmp_path / "graph.mtx"), str(output)]
    done = subprocess.run([*LIMITED, "1000", *arguments], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1, done.stderr
    assert last.startswith(f"wavefront: {output}")
    assert last.endswith(": File too large")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.mtx", name]
    assert wf.read(output, undirected=True).num_edges > 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to(triangle, command, tmp_path):
    tmp_path.chmod(0o500)
    error = command("convert", triangle, tmp_path / "new.mtx", status=1).err
    assert error == f"wavefront: {tmp_path / 'new.mtx'}: Permission denied\n"


# Commands that write a file, with {} in its place.
WRITING = [
    "look missing.txt --source 0 -o {}.html",
    "look missing.txt --from 0,0 --to 1,1 -o {}.html",
    "figure push {}.svg --graph missing.txt",
    "compare missing.txt --figure {}.svg",
    "convert missing.txt {}.mtx",
    "generate kronecker --scale 60 {}.npz",  # which is refused later
    "generate maze --rows 4 --cols 4 {}.txt",  # so is this
    "route missing.txt --from 0,0 --to 1,1 --output {}.png",
    "bfs missing.txt --source 0 --output {}.csv",
    "closeness missing.txt --output {}.csv",
]


@pytest.mark.parametrize("line", WRITING)
def test_a_missing_folder_is_told_before_the_work(line, command, tmp_path):
    output = line.format(tmp_path / "nowhere/new").split()
    error = command(*output, status=2).err
    assert error.endswith(f": there is no folder {tmp_path / 'nowhere'}\n")


@pytest.mark.parametrize("line", WRITING)
def test_the_name_of_a_folder_is_told_before_the_work(line, command, tmp_path):
    output = line.format(tmp_path / "new").split()
    (folder,) = [Path(word) for word in output if word.startswith(str(tmp_path))]
    folder.mkdir()
    assert command(*output, status=2).err == f"wavefront: {folder}: Is a directory\n"


@pytest.mark.skipif(os.name == "nt", reason="symbolic links")
def test_a_link_to_a_missing_folder_is_told_with_that_folder(triangle, command, tmp_path):
    (tmp_path / "link.mtx").symlink_to(tmp_path / "nowhere/new.mtx")
    error = command("convert", triangle, tmp_path / "link.mtx", status=2).err
    assert error == f"wavefront: {tmp_path / 'link.mtx'}: there is no folder {tmp_path / 'nowhere'}\n"


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
@pytest.mark.parametrize("line", WRITING)
def test_a_folder_that_is_closed_is_told_before_the_work(line, command, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    error = command(*line.format(tmp_path / "new").split(), status=1).err
    assert error.startswith(f"wavefront: {tmp_path / 'new'}.")
    assert error.endswith(": Permission denied\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new.xyz"], "new.xyz: unknown suffix '.xyz'"),
        (["new.mtx", "--output-format", "xyz"], "unknown format 'xyz'"),
        (["-"], "a graph for standard output needs --output-format"),
    ],
)
def test_a_format_that_is_not_known_is_told_before_the_work(arguments, message, command):
    for given in (["convert", "missing.txt"], ["generate", "kronecker", "--scale", "60"]):
        assert command(*given, *arguments, status=2).err.startswith(f"wavefront: {message}")


@pytest.mark.parametrize(
    ("error", "status"), [(PermissionError(13, "no"), 1), (FileNotFoundError(2, "no"), 2)]
)
def test_a_refused_file(error, status, triangle, command, tmp_path, monkeypatch):
    def refuse(path, *_):
        error.filename = str(path)
        raise error

    monkeypatch.setattr(Path, "open", refuse)
    said = command("generate", "book", tmp_path / "new.mtx", status=status).err
    assert said == f"wavefront: {tmp_path / 'new.mtx'}: no\n"


def test_a_graph_on_standard_output_is_alone_there(triangle):
    done = subprocess.run(
        [*WAVEFRONT, "convert", str(triangle), "-", "--output-format", "mtx"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert wf.read(io.BytesIO(done.stdout.encode())).num_edges == 3
