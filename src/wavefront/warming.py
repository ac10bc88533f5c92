"""Compiles ahead what later calls need, in processes beside one another: ``wf.warmup``.

Each process runs real calls on small graphs of several shapes, so that nothing here knows what a call
compiles. The calls follow from the tables of algorithms and of strategies, and from the functions'
parameters. The processes are programs of their own, not multiprocessing's, which would run the caller's
script again. They keep what they compile as any call does, in the cache folder.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from inspect import signature
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple, get_args

import numpy as np

from .algorithms import ALGORITHMS
from .compiler.code_files import cache_folder, code_files, counts
from .device import get_device
from .device.memory import total_memory
from .errors import checked_flag, checked_integer, require_one_of
from .generators import grid, kronecker, uniform
from .graph import Graph
from .graph.random_weights import with_random_weights
from .io import read, write
from .strategies import METHODS

WORKER_MEMORY = 1 << 30  # bytes that a process may need to compile
GRAPHS = "graphs"  # the name of the calls that build graphs, which all others need


class Call(NamedTuple):
    """A call to be made ahead, on graphs of every shape."""

    name: str  # an algorithm, or GRAPHS
    options: dict[str, Any]

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.options.items())])


class Warmup(NamedTuple):
    """What `warmup` did.

    Attributes
    ----------
    calls
        How many kinds of calls were made.
    compiled, loaded
        Functions, each with its argument types, that were compiled, and that were in the cache before. A
        function that several processes load counts in each.
    failed
        The calls that failed, each with the reason.
    seconds
        Time taken.
    folder, size
        The cache folder, and the bytes of all compiled code in it.
    """

    calls: int
    compiled: int
    loaded: int
    failed: dict[str, str]
    seconds: float
    folder: Path
    size: int


def warmup(
    only: Sequence[str] | None = None,
    *,
    device: str = "cpu",
    every: bool = False,
    jobs: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Warmup:
    """Compile ahead what default calls of the algorithms need, so that first calls don't wait.

    Once on a machine, or once in an image: what is compiled is kept in the cache folder, see
    docs/guide/warm-up.md.

    Parameters
    ----------
    only
        Names of algorithms; by default all.
    device
        "cpu", or a GPU as for `bfs`.
    every
        Also every strategy, form and option, graphs with float32 weights, and prepared graphs.
    jobs
        Processes; by default one per core, fewer if memory is short.
    progress
        Called with the number of calls made and their total.

    Raises
    ------
    InputError
        For an unknown algorithm or device, or a wrong number of jobs.
    DeviceError
        For a GPU that isn't there.
    """
    for name in only or ():
        require_one_of("only", name, ALGORITHMS)
    get_device(device)
    names = [name for name in ALGORITHMS if only is None or name in only]
    stages = _calls(names, checked_flag("every", every))
    total = sum(map(len, stages))
    most = min(total, max(1, (total_memory() or WORKER_MEMORY) // WORKER_MEMORY))
    count = min(most, os.cpu_count() or 1) if jobs is None else checked_integer("jobs", jobs, 1, None)
    began = perf_counter()
    answers: list[dict[str, Any]] = []
    for answer in _answers(stages, min(count, total), device, every):
        answers.append(answer)
        if progress is not None:
            progress(len(answers), total)
    return Warmup(
        total,
        sum(answer["compiled"] for answer in answers),
        sum(answer["loaded"] for answer in answers),
        {answer["call"]: answer["failed"] for answer in answers if answer["failed"]},
        perf_counter() - began,
        cache_folder(),
        sum(file.size for file in code_files()),
    )


def _calls(names: Sequence[str], every: bool) -> list[list[Call]]:
    """The calls in stages: what one stage compiles, the next one's calls share."""
    calls = []
    for name in names:
        parameters = signature(ALGORITHMS[name].function).parameters
        calls.append(Call(name, {}))
        if every:
            calls += [
                Call(name, {option: value}) for option, value in _other_values(ALGORITHMS[name].function)
            ]
        elif "predecessors" in parameters:
            calls.append(Call(name, {"predecessors": False}))
        if every and "strategy" in parameters:
            calls += [Call(name, options) for options in _strategies()]
    return [[Call(GRAPHS, {"ids": "int32"})], [Call(GRAPHS, {"ids": "int64"}), *calls]]


def _strategies() -> Iterator[dict[str, Any]]:
    for name, method in METHODS.items():
        yield {"strategy": name}
        for option, value in _other_values(method.bfs):
            yield {"strategy": name, option: value}
        for layout in getattr(method, "LAYOUTS", ()):
            yield {"strategy": name, "layout": layout}


def _other_values(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """The values beside the default one of the function's options that are flags or choices of words."""
    for name, parameter in signature(function).parameters.items():
        if isinstance(parameter.default, bool):
            yield name, not parameter.default
        words = get_args(function.__globals__.get(str(parameter.annotation)))  # of a Literal
        yield from ((name, word) for word in words if word != parameter.default)


class _Worker:
    """A process that makes calls, one at a time, each asked for and answered by a line of JSON."""

    def __init__(self) -> None:
        # The same packages as here. Messages of several processes at once would be read by nobody.
        program = f"import sys; sys.path[:] = {sys.path!r}; from wavefront.warming import _serve; _serve()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"WAVEFRONT_QUIET": "1"},
            start_new_session=True,  # a terminal's Ctrl-C is for the caller, who then ends this process
        )

    def answer(self, call: Call, device: str, every: bool) -> dict[str, Any]:
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
        self.process.kill()
        self.process.communicate()


def _answers(
    stages: Sequence[Sequence[Call]], count: int, device: str, every: bool
) -> Iterator[dict[str, Any]]:
    """What became of each call, as they are done."""
    workers = [_Worker() for _ in range(count)]
    idle: SimpleQueue[_Worker] = SimpleQueue()
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


def _serve() -> None:
    """Make the calls that standard input asks for. The main function of a worker's process."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints is no answer
    for line in sys.stdin:
        (name, options), device, every = json.loads(line)
        before, failed = counts.copy(), ""
        try:
            run(Call(name, options), device, every)
        except Exception as error:
            failed = f"{type(error).__name__}: {error}"
        print(json.dumps({**(counts - before), "failed": failed}), file=answers, flush=True)


def run(call: Call, device: str, every: bool = False) -> None:
    """Make the call on every shape of graph."""
    if call.name == GRAPHS:
        for graph in shapes(every):
            _build(graph, call.options["ids"], device)
            _read(graph)
        return
    row = ALGORITHMS[call.name]
    for graph in shapes(every):
        taken = row.suited(graph)
        row.function(taken, **row.starts(taken), **call.options, device=device)


@cache
def shapes(every: bool) -> list[Graph]:
    """Graphs that together make the algorithms use all their forms.

    Small and large; with hubs and without; with few and with many levels; directed and undirected; with
    weights and without.
    """
    plain = [
        kronecker(5),
        kronecker(13),
        grid(5, 6),
        grid(220, 200),
        uniform(1 << 7, 1 << 9, directed=True),
        kronecker(13, directed=True),
    ]
    weighted = [with_random_weights(graph, seed=1) for graph in plain]
    if not every:
        return [*plain, *weighted]
    narrow = [
        Graph.from_csr(*graph.csr[:2], np.asarray(graph.csr.weights, np.float32), directed=graph.directed)
        for graph in weighted
    ]
    prepared = [kronecker(13).prepare("hubs_first"), grid(220, 200).prepare("breadth_first")]
    return [*plain, *weighted, *narrow, *prepared]


def _build(graph: Graph, ids: str, device: str) -> None:
    """Build the graph again from arrays on the device, as callers have them, and what is made of it."""
    where = get_device(device)
    some_order = np.random.default_rng(0).permutation(graph.num_edges)
    for order in (slice(None), some_order):
        src, dst = (where.array(ends[order].astype(ids)) for ends in graph.coo[:2])
        values = graph.coo.weights
        weights = None if values is None else where.array(values[order])
        for directed in (True, False):
            built = Graph.from_edges(src, dst, graph.num_vertices, weights, directed=directed)
            _ = built.csc, built.coo, built.in_degrees


def _read(graph: Graph) -> None:
    """Write the graph as text, and read that."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "graph.mtx")
        write(graph, file)
        _ = read(file).csr
