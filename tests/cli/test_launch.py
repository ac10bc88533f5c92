"""``wavefront launch``: the search on ranks prints what ``wavefront bfs`` prints."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import gpu_ranks
import pytest
from graphs import SIMULATED
from ranks_started import needs_mpi

import wavefront as wf
from wavefront.cli import main

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about processes, not about devices")


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "graph.txt"
    wf.write(wf.generators.kronecker(6, directed=True), file)
    return file


def test_one_process_prints_what_bfs_prints(path, capsys):
    common = [str(path), "--source", "3", "--target", "5", "--format", "json"]
    assert main(["bfs", *common]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert main(["launch", "bfs", "--validate", *common]) == 0
    check_record(json.loads(capsys.readouterr().out), expected)


def check_record(found, expected):
    own = {"strategy", "threads", "milliseconds", "validated", "path"}
    assert found.keys() == expected.keys()
    assert {key: found[key] for key in found.keys() - own} == {
        key: expected[key] for key in expected.keys() - own
    }


def launched(*arguments, **settings):
    command = [sys.executable, "-m", "wavefront", "launch", *arguments]
    return subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, timeout=300)


@needs_mpi
def test_ranks_print_what_bfs_prints(path, capsys):
    common = [str(path), "--source", "3", "--target", "5", "--format", "json"]
    assert main(["bfs", *common]) == 0
    done = launched("--ranks", "2", "bfs", *common)
    assert done.returncode == 0, done.stderr
    check_record(json.loads(done.stdout), json.loads(capsys.readouterr().out))


@needs_mpi
@pytest.mark.soak
def test_an_error_of_a_rank_is_the_commands(path, tmp_path):
    done = launched("--ranks", "2", "bfs", str(path), "--source", "1000")
    assert done.returncode == 2
    assert re.fullmatch("wavefront: rank [01]: no vertex has the label 1000\n", done.stderr)
    bad = tmp_path / "bad.txt"
    bad.write_text("0 1\n" * 5 + "0 x\n")
    done = launched("--ranks", "2", "bfs", str(bad), "--source", "0")
    assert done.returncode == 2
    assert re.fullmatch(f"wavefront: rank 1: {bad}, line 6: .*\n", done.stderr)


def test_an_id_beyond_the_graph_is_told_as_bfs_tells_it(tmp_path, capsys):
    path = tmp_path / "book.mtx"
    wf.write(wf.generators.book_graph(), path)
    for command in (["bfs"], ["launch", "bfs"]):
        assert main([*command, str(path), "--source", "0", "--target", "99"]) == 2
        said = capsys.readouterr().err
        assert said == "wavefront: vertex 99 is out of range: ids go from 0 to 8\n"


@pytest.mark.parametrize("ranks", [[], ["--ranks", "2"]])
def test_standard_input_is_no_file_for_ranks(ranks, capsys):
    assert main(["launch", *ranks, "bfs", "-", "--source", "0"]) == 2
    assert "standard input can be read only once" in capsys.readouterr().err


@needs_mpi
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_output_that_is_not_taken_is_an_error(path):
    command = [sys.executable, "-m", "wavefront", "launch", "--ranks", "2", "bfs", str(path), "--source", "3"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300)
    assert done.returncode == 1
    assert done.stderr == "wavefront: standard output: No space left on device\n"


@needs_mpi
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.soak)]
)
def test_a_signal_to_the_launcher_alone_ends_the_ranks(tmp_path, number, status):
    pipe = tmp_path / "graph.txt"
    os.mkfifo(pipe)  # ranks wait for what is written into it
    # A shell's background jobs ignore SIGINT, and hand that down.
    code = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "from wavefront.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "launch", "--ranks", "2", "bfs", str(pipe), "--source", "3"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            file = opened_once_read(pipe)
            process.send_signal(number)
            assert process.wait(timeout=120) == status
            assert not is_read(file)
            os.close(file)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        assert process.stderr.read() == ("wavefront: interrupted\n" if number == signal.SIGINT else "")


def opened_once_read(pipe):
    """The pipe, to be written into; fails unless a rank reads it within a minute."""
    for _ in range(600):
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.1)
    raise AssertionError("no rank reads the file")


def is_read(file):
    """Whether a rank still reads the pipe after 10 s."""
    for _ in range(100):
        try:
            os.write(file, b"#\n")
        except BrokenPipeError:
            return False
        time.sleep(0.1)
    return True


# As if mpirun, which ignores SIGTERM, left a rank behind that holds its output.
DEAF = """#!/bin/sh
trap '' TERM
(sleep 20; touch "{folder}/ended") &
echo $! > "{folder}/left"
wait
"""


def test_what_mpirun_leaves_behind_is_not_waited_for(tmp_path, monkeypatch):
    deaf, left = tmp_path / "mpirun", tmp_path / "left"
    deaf.write_text(DEAF.format(folder=tmp_path))
    deaf.chmod(0o700)
    launch = sys.modules["wavefront.distributed.launch"]
    monkeypatch.setattr(launch, "launcher", lambda: str(deaf))
    monkeypatch.setattr(launch, "find_spec", lambda name: name)
    monkeypatch.setattr(launch, "BY_ITSELF", 0.1)
    monkeypatch.setattr(launch, "BY_SIGTERM", 0.1)

    def interrupted(number, frame):
        if left.exists() and left.read_text():
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupted)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
    try:
        with pytest.raises(KeyboardInterrupt):
            launch.start_ranks(2, [])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not (tmp_path / "ended").exists()
    os.kill(int(left.read_text()), signal.SIGKILL)


# Python runs a module of this name when it starts: rank 1 is killed once MPI has loaded.
KILLER = """
import os, signal, sys, threading, time

def kill():
    while not hasattr(sys.modules.get("mpi4py.MPI"), "COMM_WORLD"):
        time.sleep(0.01)
    with open(os.environ["KILLED"], "w") as file:
        file.write(str(time.monotonic()))
    os.kill(os.getpid(), signal.SIGKILL)

if os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK")) == "1":
    threading.Thread(target=kill, daemon=True).start()
"""


@needs_mpi
def test_a_killed_rank_ends_the_command(path, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(KILLER)
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    killed = tmp_path / "killed"
    done = launched("--ranks", "2", "bfs", str(path), "--source", "3", PYTHONPATH=paths, KILLED=str(killed))
    assert time.monotonic() - float(killed.read_text()) < 10
    assert done.returncode == 1
    assert re.match("wavefront: (a rank ended, and so did all others|mpirun ended before .*): ", done.stderr)
    assert "signal 9" in done.stderr
    assert not done.stdout


@needs_mpi
def test_a_rank_on_each_gpu_prints_what_bfs_prints(path, tmp_path, capsys):
    common = [str(path), "--source", "3", "--target", "5", "--format", "json"]
    assert main(["bfs", *common]) == 0
    paths = gpu_ranks.path_with(tmp_path, {"seen": 2})
    done = launched("--gpus", "2", "bfs", "--validate", *common, PYTHONPATH=paths, PYTHONWARNINGS="error")
    assert done.returncode == 0, done.stderr
    found, expected = json.loads(done.stdout), json.loads(capsys.readouterr().out)
    assert found.pop("device") == "cuda"
    del expected["device"]
    check_record(found, expected)


@needs_mpi
def test_more_gpus_than_there_are(path, tmp_path):
    paths = gpu_ranks.path_with(tmp_path, {"seen": 2})
    done = launched("--gpus", "3", "bfs", str(path), "--source", "3", PYTHONPATH=paths)
    assert done.returncode == 1
    said = "wavefront: rank 2: device 'cuda:2' is not there: this machine has 2 NVIDIA GPU(s)\n"
    assert done.stderr == said


@needs_mpi
@pytest.mark.parametrize("option", ["--ranks", pytest.param("--gpus", marks=pytest.mark.soak)])
def test_mpirun_started_another_number(path, option):
    from wavefront.distributed.launch import SETTINGS, launcher

    command = [launcher(), "-n", "2", sys.executable, "-m", "wavefront", "launch"]
    done = subprocess.run(
        [*command, option, "3", "bfs", str(path), "--source", "3"],
        env=os.environ | SETTINGS,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert f"{option} 3: mpirun or srun has started 2 ranks on this host" in done.stderr


def test_gpus_are_threads_where_mpirun_starts_nothing(path, tmp_path, capsys, monkeypatch):
    broken = tmp_path / "mpirun"
    broken.write_text("#!/bin/sh\necho no slots are free >&2\nexit 3\n")
    broken.chmod(0o700)
    launch = "wavefront.distributed.launch"
    monkeypatch.setattr(f"{launch}.launcher", lambda: str(broken))
    monkeypatch.setattr(f"{launch}.has_mpi", lambda: True)
    monkeypatch.setattr(f"{launch}.find_spec", lambda name: name)
    given = []
    module = sys.modules["wavefront.distributed.together"]
    monkeypatch.setattr(module, "together", lambda size, program, devices: given.append((size, devices)))
    assert main(["launch", "--gpus", "2", "bfs", str(path), "--source", "3"]) == 0
    assert given == [(2, ["cuda:0", "cuda:1"])]
    why = "mpirun ended before its ranks began: no slots are free"
    assert capsys.readouterr().err == f"wavefront: ranks are threads of one process: {why}\n"
    assert main(["launch", "--ranks", "2", "bfs", str(path), "--source", "3"]) == 1
    assert capsys.readouterr().err == f"wavefront: {why}\n"


def test_a_lone_rank_of_mpich_in_a_slurm_step_has_begun(path, tmp_path, capsys, monkeypatch):
    mpirun = tmp_path / "mpirun"
    lines = (
        "#!/bin/sh",
        "export PMI_SIZE=1 SLURM_STEP_NUM_TASKS=1",
        "shift 2",
        '"$@"',
        "echo lost >&2",
        "exit 9",
    )
    mpirun.write_text("\n".join(lines))
    mpirun.chmod(0o700)
    monkeypatch.setattr("wavefront.distributed.launch.launcher", lambda: str(mpirun))
    monkeypatch.setattr("wavefront.distributed.launch.find_spec", lambda name: name)
    assert main(["launch", "--ranks", "1", "bfs", str(path), "--source", "3"]) == 1
    assert capsys.readouterr().err == "wavefront: a rank ended, and so did all others: lost\n"


def test_ranks_and_gpus_exclude_each_other(path, capsys):
    assert main(["launch", "--ranks", "2", "--gpus", "2", "bfs", str(path), "--source", "3"]) == 2
    assert "choose --ranks" in capsys.readouterr().err


def test_without_mpi_the_message_says_what_to_install(path, capsys, monkeypatch):
    monkeypatch.setattr("wavefront.distributed.launch.find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "mpi4py", None)
    assert main(["launch", "--ranks", "2", "bfs", str(path), "--source", "3"]) == 1
    assert "install wavefront[mpi]" in capsys.readouterr().err
