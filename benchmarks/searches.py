"""Every kind of search, ours and other libraries', on a road-like graph, a Kronecker graph and a small world.

    python benchmarks/searches.py [--graphs roads kronecker "small world"] [--peers SciPy igraph]
                                  [--features sssp bridges] [--size 1] [--json searches.json]

A table per graph: a row per kind of search, our milliseconds, and our time over each library's; under 1, we
are faster. Each library runs in a process of its own, with its own kind of graph, whose building is not
counted. It answers once untimed; then ours and it take turns, three times, or until it has taken 15 s; a
time is the median. Its answers are compared with ours. Of searches between two vertices there are 1000
pairs (of several paths 100 near ones, and 10 of any); a slow library answers the first of them only. A
library whose untimed answer takes more than 5 s isn't run again: the shorter of this answer's wall time and
processor time counts. After 60 s of both the answer isn't waited for, and the ratio is that to 60 s, marked
with "<". Where answers differ, the table says so in place of a ratio.

Ours and NetworKit have all threads; the others have one. SciPy gets the true distance as the limit of a
search between two vertices. SciPy, igraph, NetworKit and rustworkx search a filtered copy. Betweenness of a
sample is the sum over its sources. cuGraph needs a GPU. Linux only.

    python benchmarks/searches.py --device cuda [--unchecked] [--json searches_h200.json]

Ours on the GPU, which has the graphs, without peers: the median of as many answers as fit in 0.5 s, or 3 of
them, after one untimed; where the first takes more than 1.5 s, its time. Answers have to be equal to those of
the CPU unless they are `--unchecked`.
"""

import argparse
import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np
import search_peers
from distances import in_largest, roads
from search_inputs import ANYWHERE, FEW, Given, given_of, load
from search_programs import Program, Programs, of_scipy, on_gpu, ours
from timing import keep, print_table, result

from wavefront import generators

TOO_LONG, LONG, SLOW = 60.0, 15.0, 5.0  # seconds: of an answer, of all that are timed, of one run again
LONG_ALONE, SLOW_ALONE = 0.5, 1.5  # the last two without a peer
ROUNDS, BLOCK = 3, 50  # of a question; pairs that one program answers before the other's turn
PEERS: dict[str, Callable[[Given], Programs]] = {
    "SciPy": of_scipy,
    "igraph": search_peers.of_igraph,
    "NetworKit": search_peers.of_networkit,
    "rustworkx": search_peers.of_rustworkx,
    "NetworkX": search_peers.of_networkx,
}
MOST_EDGES = {"NetworkX": 6_000_000}  # undirected ones that fit in memory as objects
GRAPHS = "roads", "Kronecker", "small world"
NOT_ASKED = "small world", "diameter"  # where bounds settle little, so that it takes V searches


def given_by_name(name: str, size: float) -> Given:
    """The questions about a graph; `size` times as large as usual."""
    if name == "roads":
        side = round(1500 * size**0.5)
        graph = roads(side)
        inside = in_largest(graph)
        places = np.column_stack(np.divmod(inside, side)).astype(float)
        return given_of(graph.subgraph(inside), places, 12, round(10_000 * size))
    count = round(size * (1 << 20))
    if name == "Kronecker":
        graph = generators.kronecker(int(np.log2(count))).simplified()
        return given_of(graph.subgraph(in_largest(graph)), None, 2, 100, 10)
    graph = generators.small_world(count, 8, 0.1, seed=1)
    return given_of(graph.subgraph(in_largest(graph)), None, 4, round(10_000 * size))


def serve(name: str, path: Path, questions: Any) -> None:
    """Answer questions: send seconds, then whether the answer is right; None where there is no program."""
    programs = PEERS[name](load(path))
    questions.send("ready")
    while True:
        feature, item, expected = questions.recv()
        try:
            if feature not in programs:
                questions.send(None)
                continue
            began, began_working = perf_counter(), process_time()
            found = programs[feature].run(item, length_of(expected))
            questions.send((perf_counter() - began, process_time() - began_working))
            questions.send(equal(programs[feature].answer(found), expected))
        except KeyboardInterrupt:
            questions.send("stopped")


def length_of(answer: Any) -> float:
    """The limit for SciPy: the length of a path, where the answer is one."""
    return float(answer) if np.ndim(answer) == 0 else np.inf


def equal(answer: Any, expected: Any) -> bool:
    given, wanted = np.asarray(answer, float), np.asarray(expected, float)
    return given.shape == wanted.shape and bool(np.allclose(given, wanted, rtol=1e-6, atol=1e-6))


class DiffersError(ValueError):
    """A library's answer isn't ours; `seconds` are those that it took."""

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


class Worker:
    """A library in a process of its own, started again after it had to be killed."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.start()

    def start(self) -> None:
        """Start the process; returns once it has built its graph."""
        context = get_context("spawn")
        self.questions, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(self.name, self.path, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.questions.recv()

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()

    def worked(self) -> float:
        """Seconds of processor time."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, feature: str, item: int, expected: Any) -> tuple[float, float] | None:
        """Wall and processor seconds of an answer, infinite if it isn't waited for; None without a program.

        Raises DiffersError for an answer that differs from ours.
        """
        self.questions.send((feature, item, expected))
        began, began_working = perf_counter(), self.worked()
        while not self.questions.poll(0.2):
            if min(perf_counter() - began, self.worked() - began_working) > TOO_LONG:
                self.interrupt()
                return np.inf, np.inf
        taken = self.questions.recv()
        if taken is not None and not self.questions.recv():
            raise DiffersError(f"{self.name} answers {feature} {item} otherwise", taken[0])
        return taken

    def interrupt(self) -> None:
        """Stop an answer: politely, so that the graph needn't be built again, or else by a new process."""
        os.kill(self.process.pid, signal.SIGINT)
        if not self.questions.poll(10):
            self.stop()
            self.start()
            return
        while self.questions.recv() != "stopped":
            pass


@contextmanager
def worker(name: str, given: Given) -> Iterator[Worker]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "given.npz"
        given.save(path)
        started = Worker(name, path)
        try:
            yield started
        finally:
            started.stop()


def items_of(feature: str, given: Given) -> list[int]:
    """The numbers of the pairs, or as many zeros as there are rounds."""
    if feature.startswith("shortest_path"):
        return list(range(len(given.pairs)))
    if feature == ANYWHERE:
        return list(range(FEW))
    return list(range(len(given.near))) if "_paths" in feature else [0] * ROUNDS


def timed(run: Callable[[], object]) -> float:
    began = perf_counter()
    run()
    return perf_counter() - began


def answered(mine: Program, item: int, known: dict[int, Any]) -> float:
    """Our seconds of a question, whose answer is then `known`."""
    began = perf_counter()
    found = mine.run(item, 0.0)
    taken = perf_counter() - began
    if item not in known:
        known[item] = mine.answer(found)
    return taken


def in_turns(
    mine: Program, feature: str, items: Sequence[int], known: dict[int, Any], peer: Worker
) -> tuple[list[float], list[float]]:
    """Our seconds and theirs, of the items that the peer came to within the time."""
    own: list[float] = []
    theirs: list[float] = []
    block = BLOCK if len(items) > ROUNDS else 1
    for first in range(0, len(items), block):
        some = items[first : first + block]
        own += [answered(mine, item, known) for item in some]
        for item in some:
            if sum(theirs) > LONG:
                return own, theirs
            taken = peer.ask(feature, item, known[item])
            assert taken is not None
            theirs.append(taken[0])
    return own, theirs


def compared(
    mine: Program, feature: str, items: Sequence[int], known: dict[int, Any], peer: Worker
) -> dict[str, Any] | None:
    """The peer's times, and the ratio of ours to them; None if the peer has no such search.

    Where it answers otherwise, this is printed, and the ratio has no meaning.
    """
    differs, own = False, []
    answered(mine, items[0], known)  # compiled now
    try:
        trial = peer.ask(feature, items[0], known[items[0]])
        if trial is None:
            return None
        theirs = [min(trial)]
        if min(trial) <= SLOW:
            own, theirs = in_turns(mine, feature, items, known, peer)
    except DiffersError as error:
        print(error, flush=True)
        differs, theirs = True, [error.seconds]
    if not own:
        own = [answered(mine, items[0], known) for _ in range(ROUNDS)]
    times = [1e3 * min(seconds, TOO_LONG) for seconds in theirs]
    beside = 1e3 * median(own[: max(ROUNDS, len(theirs))])
    cell = {
        "ours": float(f"{beside:.4g}"),
        "ratio": float(f"{beside / median(times):.4g}"),
        "is_bound": median(theirs) > TOO_LONG,
    }
    return result(times) | cell | ({"differs": True} if differs else {})


def measure(
    name: str, given: Given, peers: Sequence[str], features: Sequence[str] | None
) -> Iterator[dict[str, Any]]:
    """Compare with each peer on a graph: a row of results for each search of each peer."""
    programs = {
        feature: program
        for feature, program in ours(given).items()
        if feature in (features or [feature]) and (name, feature) != NOT_ASKED
    }
    known: dict[str, dict[int, Any]] = {feature: {} for feature in programs}
    for peer in peers:
        if given.src.size > MOST_EDGES.get(peer, given.src.size):
            print(f"{peer} is left out: more than {MOST_EDGES[peer]:,} edges.")
            continue
        with worker(peer, given) as process:
            for feature, program in programs.items():
                cell = compared(program, feature, items_of(feature, given), known[feature], process)
                if cell is not None:
                    yield {"graph": name, "task": feature, "program": peer, **cell}


def measure_on_gpu(
    name: str, given: Given, features: Sequence[str] | None, checked: bool
) -> Iterator[dict[str, Any]]:
    """Ours on the GPU: a row of results for each search."""
    programs, expected = on_gpu(given), ours(given) if checked else {}
    for feature, program in programs.items():
        if feature not in (features or [feature]) or (name, feature) == NOT_ASKED:
            continue
        items = items_of(feature, given)
        program.run(items[0], np.inf)  # compiled now
        times: list[float] = []
        for item in items:
            if len(times) < ROUNDS or sum(times) < LONG_ALONE:
                times.append(timed(partial(program.run, item, np.inf)))
            if times[0] > SLOW_ALONE:
                break
        if checked:
            right = expected[feature]
            for item in items[:ROUNDS]:
                answer = program.answer(program.run(item, np.inf))
                if not equal(answer, right.answer(right.run(item, np.inf))):
                    raise ValueError(f"the GPU answers {feature} {item} otherwise")
        milliseconds = [1e3 * taken for taken in times]
        yield result(milliseconds, graph=name, task=feature, program="wavefront")


def show(rows: Sequence[dict[str, Any]], peers: Sequence[str]) -> None:
    """Print a table for each graph."""
    for name in dict.fromkeys(row["graph"] for row in rows):
        cells = {(row["task"], row["program"]): row for row in rows if row["graph"] == name}
        table = []
        for feature in dict.fromkeys(feature for feature, _ in cells):
            found = [cells.get((feature, peer)) for peer in peers]
            mine = median(cell["ours"] for cell in found if cell is not None)
            table.append([feature, f"{mine:.3g}", *map(shown, found)])
        print_table(f"{name}: our milliseconds, and our time over theirs", ["search", "ours", *peers], table)


def shown(cell: dict[str, Any] | None) -> str:
    """Our time over theirs."""
    if cell is None or "differs" in cell:
        return "-" if cell is None else "differs"
    return f"{'< ' if cell['is_bound'] else ''}{cell['ratio']:.2g}"


def main() -> None:
    peers = [name for name in PEERS if find_spec(name.lower())]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", nargs="+", choices=GRAPHS, default=GRAPHS)
    parser.add_argument("--peers", nargs="*", choices=peers, default=peers)
    parser.add_argument("--features", nargs="+", help="rows of the table; all by default")
    parser.add_argument("--size", type=float, default=1, help="of the graphs, as a multiple of the usual")
    parser.add_argument("--device", choices=["cuda"], help="ours alone, on the GPU")
    parser.add_argument("--unchecked", action="store_true", help="don't compare the GPU's answers")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    asked = parser.parse_args()
    rows = []
    for name in asked.graphs:
        given = given_by_name(name, asked.size)
        title = f"{name}, {given.num_vertices:,} vertices, {given.src.size:,} edges"
        print(title, flush=True)
        if asked.device:
            found = measure_on_gpu(name, given, asked.features, not asked.unchecked)
        else:
            found = measure(name, given, asked.peers, asked.features)
        for row in found:
            rows.append(row | {"size": title})
            print(json.dumps(row), flush=True)
            keep(asked.json, rows)
    if not asked.device:
        show(rows, asked.peers)


if __name__ == "__main__":
    main()
