"""Whether `auto` is what an expert would have chosen, on every graph of a corpus: the rules that it breaks.

    python benchmarks/corpus.py [NAME ...] [--quick] [--scale 20] [--graphs DIR] [--device cuda]
                                [--threads 2] [--rungs NAME ...] [--within 20] [--minutes 5] [--json FILE]

The corpus is the shapes of benchmarks/shapes.py and, with --graphs, the graph files of a folder. On each of
them `auto` searches from random vertices, leaves and hubs, to a target and up to a depth, against

- every rung: each other strategy, or those of --rungs; one whose first search takes over 20 times as long
  as auto's, or --within times, is dropped, and isn't searched to its end;
- itself on one thread of the CPU;
- itself on the prepared graph, which must not be slower than the unprepared one;
- with --peers, other programs (see against_peers.py), from random vertices.

A time is the median over 8 sources, of the best of 3 rounds each. Programs take turns from source to source,
in changing orders: whichever comes later finds what the others have fetched, and branches that the processor
has learned. A rule is broken where the ratio is over 1.05 and the difference over 3 us, in two runs one after
the other. Wall time on the CPU, time between two events on a GPU; predecessors are recorded.
Everything measured goes to --json, a break with its ratio as "broken"; what is printed are the breaks, and a
line per graph.

With --minutes no further graph is begun after so many; the same command goes on with those that FILE lacks.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from copy import copy
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from against_peers import LIBRARIES, MOST_EDGES, found_peers, gapbs_milliseconds
from shapes import QUICK, SHAPES
from timing import keep

import wavefront as wf
from wavefront.device import Cpu, Device, get_device
from wavefront.device.clock import stopwatch

SOURCES, ROUNDS = 8, 3
RATIO, MILLISECONDS = 1.05, 0.003  # what a break is over
TOO_SLOW = 20  # times auto's first search
SUFFIXES = (".mtx", ".txt", ".el", ".graph", ".sg", ".gr", ".csv", ".tsv", ".npz")

Search = Callable[..., Any]


class Case(NamedTuple):
    """From where to search, and what else to ask for: one set of arguments for each source."""

    name: str
    searches: list[tuple[int, dict[str, int]]]


def cases_of(graph: wf.Graph) -> Iterator[Case]:
    degrees = Cpu().array(graph.out_degrees)
    able = np.flatnonzero(degrees)
    rng = np.random.default_rng(1)
    drawn = rng.choice(able, SOURCES).tolist()
    order = able[np.argsort(degrees[able], kind="stable")]
    yield Case("random", [(source, {}) for source in drawn])
    leaves = order[degrees[order] == degrees[order[0]]]
    yield Case("leaf", [(int(source), {}) for source in rng.choice(leaves, SOURCES)])
    yield Case("hub", [(int(order[-1]), {})] * SOURCES)
    targets = rng.choice(graph.num_vertices, SOURCES).tolist()
    pairs = zip(drawn, targets, strict=True)
    yield Case("target", [(source, {"target": target}) for source, target in pairs])
    yield Case("depth_limit=2", [(source, {"depth_limit": 2}) for source in drawn])


def milliseconds(search: Search, device: Device, source: int, stop: dict[str, int]) -> float:
    elapsed = stopwatch(device)
    search(source, **stop)
    return elapsed()


def timed(programs: dict[str, Search], case: Case, device: Device) -> dict[str, float]:
    """The milliseconds of each program: the median over the sources of the best round; programs take turns.

    Each searches from each source once untimed, or the first would fetch for the others what they read. In
    every other round the programs take turns in the reverse of the last order, so that each comes after each
    other one.
    """
    taken: dict[str, list[list[float]]] = {name: [[] for _ in case.searches] for name in programs}
    rng = np.random.default_rng(2)
    orders = [rng.permutation(list(programs)).tolist() for _ in case.searches]
    for number in range(ROUNDS):
        for (source, stop), order, place in zip(case.searches, orders, range(len(orders)), strict=True):
            for name in order if number % 2 else order[::-1]:
                programs[name](source, **stop)
                taken[name][place].append(milliseconds(programs[name], device, source, stop))
    return {name: median(min(rounds) for rounds in times) for name, times in taken.items()}


def own_programs(graph: wf.Graph, device: Device, rungs: list[str] | None) -> dict[str, Search]:
    """`auto` as it is called, then all that it is held against.

    Those that search as `auto` does have memory of their own, as it has: copies share the graph alone.
    """
    prepared = copy(graph).prepare()
    programs = {
        "auto": partial(wf.bfs, graph, device=device),
        "prepared": partial(wf.bfs, prepared, device=device),
    }
    if isinstance(device, Cpu) and device.threads > 1:
        programs["one thread"] = partial(wf.bfs, copy(graph), device=Cpu(1))
    for name in wf.STRATEGIES if rungs is None else rungs:
        if name != wf.bfs(graph, 0, device=device, depth_limit=0).strategy:
            programs[name] = partial(wf.bfs, graph, strategy=name, device=device)
    return programs


def require_right(graph: wf.Graph, programs: dict[str, Search], case: Case) -> None:
    """Stops the benchmark where programs differ in what they reach; warms them up."""
    source, stop = case.searches[0]
    expected = programs["auto"](source, **stop).to_numpy()
    if not stop:
        wf.validate_bfs(graph.to_device("cpu"), source, expected.levels, expected.predecessors)
    for name, search in programs.items():
        if not np.array_equal(search(source, **stop).to_numpy().levels, expected.levels):
            raise SystemExit(f"{name} differs from auto from source {source}")


def is_too_slow(search: Search, source: int, device: Device, most: float, depth: int) -> bool:
    """Whether the search takes more than so many milliseconds; found out in not much more than these."""
    limit = 1
    while limit < depth:
        if milliseconds(search, device, source, {"depth_limit": limit}) > most:
            return True
        limit *= 4
    return milliseconds(search, device, source, {}) > most


def fast_enough(programs: dict[str, Search], case: Case, device: Device, within: float) -> dict[str, Search]:
    """Those whose search takes no more than `within` times auto's."""
    source, _ = case.searches[0]
    auto = programs["auto"]
    depth = auto(source).num_levels
    most = within * max(milliseconds(auto, device, source, {}) for _ in range(2))
    kept = {}
    for name, search in programs.items():
        try:
            search(source, depth_limit=1)  # compiles, and builds what the strategy reads
        except (wf.InputError, wf.DeviceError):
            continue  # a method that the graph does not suit
        if name in ("auto", "prepared", "one thread") or not is_too_slow(search, source, device, most, depth):
            kept[name] = search
    return kept


def breaks(times: dict[str, float]) -> dict[str, float]:
    """The ratios that break a rule. The prepared graph's search is held against auto, all others by it."""
    found = {}
    for name, time in times.items():
        faster, slower = (times["auto"], time) if name == "prepared" else (time, times["auto"])
        if slower > RATIO * faster and slower - faster > MILLISECONDS:
            found[name] = slower / faster
    return found


def measured(programs: dict[str, Search], case: Case, device: Device) -> list[dict[str, Any]]:
    """A row for each program: its time, and the ratio of a rule that it breaks in two runs."""
    first = timed(programs, case, device)
    suspects, repeated = breaks(first), {}
    if suspects:
        again = {name: programs[name] for name in ("auto", *suspects)}
        repeated = breaks(timed(again, case, device))
    rows = []
    for name, time in first.items():
        row = {"task": case.name, "program": name, "unit": "ms", "median": rounded(time)}
        if name in repeated:
            row["broken"] = rounded(min(suspects[name], repeated[name]))
        rows.append(row)
    return rows


def rounded(value: float) -> float:
    """To four digits."""
    return float(f"{value:.4g}")


def peer_times(graph: wf.Graph, peers: list[str], case: Case, device: Device) -> dict[str, float]:
    """The milliseconds of other programs from the case's sources."""
    found = {}
    host = graph.to_device("cpu")
    for name in peers:
        if name == "GAPBS":
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "graph.sg"
                wf.write(wf.Graph.from_csr(*host.csr[:2], directed=host.directed), file)
                search = partial(gapbs_milliseconds, os.environ["GAPBS_BFS"], file, Cpu().threads)
                found[name] = median(search(source) for source, _ in case.searches)
        elif graph.num_edges <= MOST_EDGES.get(name, graph.num_edges) and not (
            graph.directed and name != "SciPy"
        ):
            program = LIBRARIES[name][1](host)
            found[name] = timed({name: program.search}, case, Cpu())[name]
    return found


def report(name: str, graph: wf.Graph, device: Device, options: argparse.Namespace) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    programs: dict[str, Search] | None = None
    for case in cases_of(graph):
        if programs is None:
            programs = own_programs(graph, device, options.rungs)
            programs = fast_enough(programs, case, device, options.within)
        require_right(graph, programs, case)
        taken = measured(programs, case, device)
        if options.peers and case.name == "random":
            for peer, time in peer_times(graph, options.peers, case, device).items():
                taken.append({"task": case.name, "program": peer, "unit": "ms", "median": rounded(time)})
            times = {row["program"]: row["median"] for row in taken}
            print(f"{name}: {', '.join(f'{program} {time}' for program, time in times.items())}", flush=True)
        for row in taken:
            if "broken" in row:
                other = row["program"]
                slower, faster = ("prepared", "unprepared") if other == "prepared" else ("auto", other)
                ratio = f"{slower} takes {row['broken']:.2f} times {faster}"
                print(f"  BREAK {name}, {case.name}: {ratio} ({row['median']} ms)", flush=True)
        rows += taken
    sizes = {"vertices": graph.num_vertices, "edges": graph.num_edges}
    about = {"graph": name, "device": str(device), **sizes}
    return [about | row for row in rows]


def real_graphs(folder: Path) -> dict[str, Callable[[], wf.Graph]]:
    """The graphs of the folder's files; those whose files are directed also as undirected ones."""
    found: dict[str, Callable[[], wf.Graph]] = {}
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(".gz")
        if not name.endswith(SUFFIXES):
            continue
        found[name] = partial(wf.read, path)
        if wf.read(path).directed:
            found[f"{name}, undirected"] = partial(wf.read, path, undirected=True)
    return found


def chosen_graphs(options: argparse.Namespace) -> dict[str, Callable[[], wf.Graph]]:
    graphs = {name: partial(make, options.scale) for name, make in SHAPES.items()}
    if options.graphs is not None:
        graphs |= real_graphs(options.graphs)
    if options.quick:
        real = graphs.keys() - SHAPES.keys()
        return {name: make for name, make in graphs.items() if name in QUICK or name in real}
    if unknown := set(options.names) - graphs.keys():
        raise SystemExit(f"unknown: {', '.join(sorted(unknown))}; known are {', '.join(graphs)}")
    return {name: make for name, make in graphs.items() if not options.names or name in options.names}


def choosing(description: str | None, scale: int) -> argparse.ArgumentParser:
    """A parser of what `chosen_graphs` takes, and of the device."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="graphs to take; all by default")
    parser.add_argument("--quick", action="store_true", help="ten shapes, and the folder's graphs")
    parser.add_argument("--scale", type=int, default=scale, help="log2 of about the number of vertices")
    parser.add_argument("--graphs", type=Path, metavar="DIR", help="a folder of graph files to take, too")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    return parser


def main() -> None:
    parser = choosing(__doc__, scale=20)
    parser.add_argument("--threads", type=int, help="of the CPU; all by default")
    parser.add_argument("--rungs", nargs="*", help="strategies to hold auto against; all by default")
    parser.add_argument("--within", type=float, default=TOO_SLOW, help="times auto's, which a rung may take")
    parser.add_argument("--peers", nargs="*", help="other programs to run; none by default")
    parser.add_argument("--minutes", type=float, help="after which no further graph is begun")
    parser.add_argument("--json", type=Path, help="a file of results for all that is measured")
    options = parser.parse_args()
    device = Cpu(options.threads) if options.threads else get_device(options.device)
    options.peers = found_peers(options.peers) if options.peers else []
    rows: list[dict[str, Any]] = []
    done = set() if options.minutes is None else graphs_in(options.json)
    began = perf_counter()
    for name, make in chosen_graphs(options).items():
        if name in done:
            continue
        if options.minutes is not None and perf_counter() - began > 60 * options.minutes:
            print("not all; go on with the same command")
            break
        rows += report(name, make().to_device(device), device, options)
        keep(options.json, rows)
    broken, compared = sum("broken" in row for row in rows), sum(row["program"] != "auto" for row in rows)
    print(f"{broken} breaks of {compared} comparisons")


def graphs_in(path: Path | None) -> set[str]:
    """The graphs that a file of results has already."""
    if path is None or not path.exists():
        return set()
    return {row["graph"] for run in json.loads(path.read_text())["runs"] for row in run["rows"]}


if __name__ == "__main__":
    main()
