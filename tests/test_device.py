"""The CPU device: loops, threads, forks, and compiled code that survives the process."""

import os
import subprocess
import sys
import threading
from collections import namedtuple
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from graphs import devices

import wavefront as wf
from wavefront import generators
from wavefront.compiler import prange
from wavefront.device import get_device

needs_gpu = pytest.mark.skipif("gpu" not in devices(), reason="needs a GPU and the extra cuda13 or cuda12")


def count_visits(item, visits):
    visits[item] += 1


def add_squares(out, rounds):
    for _ in range(rounds):
        for item in prange(out.size):
            out[item] += item * item
    return out.size * rounds


@pytest.mark.parametrize("threads", [1, None])
def test_call_returns_after_its_parallel_loops(threads):
    out = np.zeros(10_000, np.int64)
    assert wf.Cpu(threads=threads).call(add_squares, out, 3) == 30_000
    assert (out == 3 * np.arange(10_000) ** 2).all()


@pytest.mark.parametrize("threads", [1, None])
@pytest.mark.parametrize("count", [0, 1, 2, 1023, 100_003])
def test_for_each_visits_every_item_once(count, threads):
    visits = np.zeros(count, np.int32)
    wf.Cpu(threads=threads).for_each(count, count_visits, visits)
    assert (visits == 1).all()


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


def test_a_closures_constants_are_its_own():
    def adder(step):
        def body(item, out):
            out[item] += step

        return body

    out = np.zeros(10, np.int64)
    wf.Cpu().for_each(10, adder(3), out)
    wf.Cpu().for_each(10, adder(40), out)
    assert (out == 43).all()


@pytest.mark.parametrize("threads", [0, -1, 10_000])
def test_a_wrong_number_of_threads_is_refused(threads):
    with pytest.raises(wf.InputError, match=f"not {threads}"):
        wf.Cpu(threads=threads)


def test_names():
    cpu = wf.Cpu(threads=1)
    assert get_device(cpu) is cpu
    assert get_device("auto").name == get_device("cpu").name == "cpu"
    assert repr(cpu) == "Cpu(threads=1)"


PROGRAM = """
import logging, sys, wavefront as wf
from wavefront.compiler import prange
from wavefront.device import get_device
logging.getLogger("wavefront").setLevel(logging.INFO)
logging.getLogger("wavefront").addHandler(logging.StreamHandler(sys.stdout))
FACTOR = 10
def twice(value):
    return 2 * value
def body(item, out):
    out[item] = FACTOR * twice(item)
device = get_device("DEVICE")
out = device.xp.zeros(4, "i8")
device.for_each(4, body, out)
print(out.tolist())
"""


def run(program, cache):
    environment = os.environ | {"WAVEFRONT_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    *messages, result = done.stdout.splitlines()
    return bool(messages), result


@pytest.mark.parametrize("device", ["cpu", pytest.param("cuda", marks=needs_gpu)])
def test_compiled_code_survives_the_process_and_edits_recompile(device, tmp_path: Path):
    program = PROGRAM.replace("DEVICE", device)
    assert run(program, tmp_path) == (True, "[0, 20, 40, 60]")
    assert run(program, tmp_path) == (False, "[0, 20, 40, 60]")
    callee = program.replace("2 * value", "3 * value")
    assert run(callee, tmp_path) == (True, "[0, 30, 60, 90]")
    constant = program.replace("FACTOR = 10", "FACTOR = 1")
    assert run(constant, tmp_path) == (True, "[0, 2, 4, 6]")
    assert run(program, tmp_path) == (False, "[0, 20, 40, 60]")


@needs_gpu
def test_too_little_gpu_memory_is_an_error_and_no_more():
    import cupy

    graph = generators.path(1_000_000)
    expected = wf.bfs(graph, 500_000, depth_limit=3).levels
    pool = cupy.get_default_memory_pool()
    pool.free_all_blocks()
    pool.set_limit(pool.used_bytes() + 1_000_000)
    try:
        with pytest.raises(wf.DeviceError, match=r"GPU 0: .*allocating [\d,]+ bytes.* bytes are free"):
            wf.bfs(graph, 500_000, depth_limit=3, device="cuda")
    finally:
        pool.set_limit(0)
    assert (wf.bfs(graph, 500_000, depth_limit=3, device="cuda").to_numpy().levels == expected).all()


def test_without_a_writable_cache_folder_it_still_works(tmp_path: Path):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert run(PROGRAM.replace("DEVICE", "cpu"), in_the_way / "cache") == (True, "[0, 20, 40, 60]")


FORK = """
import os, numpy as np, wavefront as wf
from wavefront import generators
wf.bfs(generators.path(5), 0)
child = os.fork()
if not child:
    try:
        wf.bfs(generators.path(5), 0)
    except wf.DeviceError as error:
        os._exit(7 if "spawn" in str(error) else 1)
    os._exit(0)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_after_a_fork_there_is_an_error_not_a_crash():
    done = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stderr


WORKQUEUE = """
import threading, numba, wavefront as wf
from wavefront import generators
graph = generators.kronecker(10)
def search():
    for source in range(20):
        wf.bfs(graph, source)
threads = [threading.Thread(target=search) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(numba.threading_layer())
"""


def test_numbas_workqueue_is_locked():
    environment = os.environ | {"NUMBA_THREADING_LAYER": "workqueue"}
    done = subprocess.run(
        [sys.executable, "-c", WORKQUEUE], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "workqueue\n"), done.stderr


def test_captured_arrays_differ_by_shape_and_content():
    def reader(values):
        def body(item, out):
            out[item] = 1000 * values.ndim + values.shape[0] + values.flat[2500]

        return body

    out = np.zeros(1, np.int64)
    first, second = np.zeros(6000, np.int64), np.zeros(6000, np.int64)
    second[2500] = 7
    for values, expected in ((first, 7000), (second, 7007), (second.reshape(3, 2000), 2010)):
        wf.Cpu().for_each(1, reader(values), out)
        assert out[0] == expected


def test_bodies_differ_by_the_order_of_a_tuples_fields():
    def maker(fields):
        made = namedtuple("made", fields)

        def body(item, out):
            pair = made(1, 7)
            out[item] = 10 * pair.a + pair.b

        return body

    out = np.zeros(1, np.int64)
    for fields, expected in (("a b", 17), ("b a", 71)):
        wf.Cpu().for_each(1, maker(fields), out)
        assert out[0] == expected


class Level(NamedTuple):
    add_level: int


def add_level(item, out, level):
    out[item] += level.add_level


def test_a_body_may_read_an_attribute_of_its_own_name():
    out = np.zeros(3, np.int64)
    wf.Cpu().for_each(3, add_level, out, Level(4))
    assert out.tolist() == [4, 4, 4]
