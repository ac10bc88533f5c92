"""The processes that make a warm-up's calls beside one another.

They keep what they compile in the cache folder, as any call does. They are programs of their own, not
multiprocessing's, which would run the caller's script again.
"""

import json
import os
import subprocess
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from ..compiler.code_files import counts
from .calls import Call, run


class Worker:
    """A process that makes calls, one at a time, each asked for and answered by a line of JSON."""

    def __init__(self) -> None:
        # The same packages as here. Messages of several processes at once would be read by nobody.
        program = (
            f"import sys; sys.path[:] = {sys.path!r}; from wavefront.warming.workers import serve; serve()"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"WAVEFRONT_QUIET": "1"},
            start_new_session=True,  # a terminal's Ctrl-C is for the caller, who then ends this process
        )

    def answer(self, call: Call, device: str, every: bool) -> dict[str, Any]:
        """What became of the call."""
        nothing = {"call": str(call), "compiled": 0, "loaded": 0}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps([call, device, every]).encode() + b"\n")
            self.process.stdin.flush()
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
            return nothing | answer
        except (OSError, ValueError):
            return nothing | {"failed": f"the process ended, with status {self.process.wait()}"}

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.communicate()


def answers_of(
    stages: Sequence[Sequence[Call]], count: int, device: str, every: bool
) -> Generator[dict[str, Any], None, None]:
    """What became of each call, as they are done."""
    workers = [Worker() for _ in range(count)]
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def answered(call: Call) -> dict[str, Any]:
        worker = idle.get()
        try:
            return worker.answer(call, device, every)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(count) as pool:
        try:
            for calls in stages:
                for done in as_completed([pool.submit(answered, call) for call in calls]):
                    yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.end()


def serve() -> None:
    """Make the calls that standard input asks for. The main function of a worker's process."""
    answers = os.dup(1)
    os.dup2(2, 1)  # what a library prints is no answer
    for line in sys.stdin:
        (name, options), device, every = json.loads(line)
        before, failed = counts.copy(), ""
        try:
            run(Call(name, options), device, every)
        except Exception as error:
            failed = f"{type(error).__name__}: {error}"
        with suppress(BrokenPipeError):  # the caller's process ended: no answer is wanted, no call will come
            os.write(answers, json.dumps({**(counts - before), "failed": failed}).encode() + b"\n")
