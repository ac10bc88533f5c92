"""What the launcher of ranks makes of their end, and whether it can start any."""

import pytest

from wavefront.distributed import launch
from wavefront.distributed.launch import RanksFailed


def test_the_text_that_a_rank_printed_is_the_error():
    printed = "noise\nwavefront: rank 0: rank 1: no\nwavefront: rank 1: no\n---\nprterun has exited\n"
    assert str(RanksFailed(2, printed, has_begun=True)) == "rank 1: no"
    lost = "-----\nprterun noticed that process rank 1 exited on\n   signal 9 (Killed).\n-----\n"
    assert "rank 1 exited on signal 9 (Killed)." in str(RanksFailed(137, lost, has_begun=True))
    refused = RanksFailed(1, "no slots\n", has_begun=False)
    assert str(refused) == "mpirun ended before its ranks began: no slots"


@pytest.mark.parametrize(
    ("package", "program", "expected"),
    [("mpi4py", "/bin/mpirun", True), (None, "/bin/mpirun", False), ("mpi4py", None, False)],
)
def test_ranks_as_processes_need_a_package_and_a_program(monkeypatch, package, program, expected):
    monkeypatch.setattr(launch, "find_spec", lambda name: package)
    monkeypatch.setattr(launch.shutil, "which", lambda name, path=None: program)
    assert launch.has_mpi() is expected
