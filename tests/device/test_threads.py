"""The threads of a process: their number, several callers at once, and a fork."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import wavefront as wf


def count_visits(item, visits):
    visits[item] += 1


def test_several_python_threads_may_call_at_once():
    visits = [np.zeros(50_000, np.int32) for _ in range(4)]

    def work(mine):
        for _ in range(20):
            wf.Cpu().for_each(mine.size, count_visits, mine)

    threads = [threading.Thread(target=work, args=(mine,)) for mine in visits]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((mine == 20).all() for mine in visits)


@pytest.mark.parametrize("threads", [0, -1, 10_000])
def test_a_wrong_number_of_threads_is_refused(threads):
    with pytest.raises(wf.InputError, match=f"not {threads}"):
        wf.Cpu(threads=threads)


FORK = """
import os, numpy as np, wavefront as wf
from wavefront import generators
wf.sssp(generators.path(5), 0)
child = os.fork()
if not child:
    try:
        wf.sssp(generators.path(5), 0)
    except wf.DeviceError as error:
        os._exit(7 if "spawn" in str(error) else 1)
    os._exit(0)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_after_a_fork_there_is_an_error_not_a_crash():
    done = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stderr


STACKS = """
import resource, sys, numpy as np, wavefront as wf
from pathlib import Path
from wavefront.device import cpu, team, threads
from wavefront.compiler.templates import compiled
def double(item, values):
    values[item] *= 2
values = np.ones(10_000)
wf.Cpu(1).for_each(values.size, double, values)  # compiled, without another thread
compiled(team.serve, threads.SERVICE, "cpu", ())
compiled(team.do_together, cpu.CPU_CALL, "cpu", ((), (), ())).compile("(i8, i8[::1], i8[::1])")
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (4 << 20), resource.RLIM_INFINITY))
wf.Cpu().for_each(values.size, double, values)
print(values.sum())
"""


@pytest.mark.skipif(sys.platform != "linux" or wf.Cpu().threads == 1, reason="needs Linux and two threads")
def test_without_room_for_other_threads_stacks_the_caller_works_alone():
    done = subprocess.run([sys.executable, "-c", STACKS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "40000.0\n")


MORE = """
import numpy as np, wavefront as wf
from wavefront.atomics import atomic_add
from wavefront.device.team import together
from wavefront.intrinsics.jobs import JOB_SIZE
from wavefront.intrinsics.waiting import watched
def come(thread, came):
    atomic_add(came, 8 * thread, 1)
    for _ in range(10_000):
        watched(came, 0)
def invite(threads, times, came, job, team):
    for _ in range(times):
        together(come, (came,), threads, job, team)
def comers(threads, times):
    came, job = np.zeros(32, np.int64), np.empty(JOB_SIZE, np.int64)
    wf.Cpu().call(invite, threads, times, came, job, wf.Cpu().team(4))
    return came[::8] > 0
for _ in range(20):
    assert not comers(2, 200)[2:].any()
    while not comers(4, 200).all():
        pass
"""


@pytest.mark.skipif(wf.Cpu().threads == 1, reason="needs two cores")
def test_threads_that_a_job_did_not_want_come_to_a_job_that_does():
    environment = {**os.environ, "NUMBA_NUM_THREADS": "4"}
    command = [sys.executable, "-c", MORE]
    subprocess.run(command, check=True, env=environment, timeout=120)


NAPS = """
import sys, time, numpy as np
from wavefront.intrinsics import waiting
waiting.FUTEX = 0  # as where the operating system is not Linux
import wavefront as wf
def double(item, values):
    values[item] *= 2
values = np.ones(100_000)
wf.Cpu(2).for_each(values.size, double, values)
time.sleep(0.2)
before = time.process_time()
time.sleep(0.5)
print(time.process_time() - before)
"""


@pytest.mark.skipif(wf.Cpu().threads != 2, reason="needs two threads")
def test_where_a_sleep_is_a_nap_a_thread_without_work_takes_little_time(tmp_path):
    environment = {**os.environ, "WAVEFRONT_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", NAPS]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert float(done.stdout) < 0.15
