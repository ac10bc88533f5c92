"""``wavefront launch``: the search on ranks prints what ``wavefront bfs`` prints."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront.cli import main
from wavefront.distributed.launch import RanksFailed

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about processes, not about devices")


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "graph.txt"
    wf.write(wf.generators.kronecker(6, directed=True), file)
    return file


def test_the_text_that_a_rank_printed_is_the_error():
    printed = "noise\nwavefront: rank 0: rank 1: no\nwavefront: rank 1: no\n---\nprterun has exited\n"
    assert str(RanksFailed(2, printed)) == "rank 1: no"
    lost = "-----\nprterun noticed that process rank 1 exited on\n   signal 9 (Killed).\n-----\n"
    assert "rank 1 exited on signal 9 (Killed)." in str(RanksFailed(137, lost))
