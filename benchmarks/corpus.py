"""Whether `auto` is what an expert would have chosen, on every graph of a corpus: the rules that it breaks.

    python benchmarks/corpus.py [NAME ...] [--quick] [--scale 20] [--graphs DIR] [--device cuda] [--json FILE]

The corpus is the shapes of benchmarks/shapes.py and, with --graphs, the graph files of a folder. On each of
them `auto` searches from random vertices, leaves and hubs, to a target and up to a depth, against

- every rung: each other strategy; one whose first search takes over 20 times as long as auto's is dropped;
- itself on one thread of the CPU;
- itself on the prepared graph, which must not be slower than the unprepared one;
- with --peers, other programs (see against_peers.py), from random vertices.

A time is the median over 8 sources, of which the best of 3 rounds counts; programs take turns from source to
source. A rule is broken where the ratio is over 1.05 and the difference over 3 us, in two runs one after the
other. Wall time on the CPU, time between two events on a GPU; predecessors are recorded. Everything measured
goes to --json; what is printed are the breaks, and a line per graph.
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
from typing import Any, NamedTuple

import numpy as np
from against_peers import LIBRARIES, MOST_EDGES, found_peers, gapbs_milliseconds
from shapes import QUICK, SHAPES

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
    """The milliseconds of each program: the best round's median over the sources; programs take turns."""
    rounds: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(ROUNDS):
        taken: dict[str, list[float]] = {name: [] for name in programs}
        for source, stop in case.searches:
            for name, search in programs.items():
                taken[name].append(milliseconds(search, device, source, stop))
        for name, times in taken.items():
            rounds[name].append(median(times))
    return {name: min(medians) for name, medians in rounds.items()}


def own_programs(graph: wf.Graph, device: Device) -> dict[str, Search]:
    """`auto` as it is called, then all that it is held against."""
    prepared = copy(graph).prepare()
    programs = {
        "auto": partial(wf.bfs, graph, device=device),
        "prepared": partial(wf.bfs, prepared, device=device),
    }
    if isinstance(device, Cpu):
        programs["one thread"] = partial(wf.bfs, graph, device=Cpu(1))
    for name in wf.STRATEGIES:
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


def fast_enough(programs: dict[str, Search], case: Case, device: Device) -> dict[str, Search]:
    """Those whose second search (the first compiles) takes no more than TOO_SLOW times auto's."""
    source, stop = case.searches[0]
    kept = {}
    for name, search in programs.items():
        try:
            search(source, depth_limit=1)  # compiles, and builds what the strategy reads
        except (wf.InputError, wf.DeviceError):
            continue  # a method that the graph does not suit
        taken = milliseconds(search, device, source, stop)
        if name == "auto":
            most = TOO_SLOW * max(taken, milliseconds(search, device, source, stop))
        if taken <= most:
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


def measured(programs: dict[str, Search], case: Case, device: Device) -> dict[str, Any]:
    """The times of one case, and the breaks that a second run repeats."""
    first = timed(programs, case, device)
    record: dict[str, Any] = {"case": case.name, "milliseconds": first, "breaks": {}}
    suspects = breaks(first)
    if suspects:
        again = {name: programs[name] for name in ("auto", *suspects)}
        second = timed(again, case, device)
        repeated = breaks(second)
        record["again"] = second
        record["breaks"] = {name: min(suspects[name], repeated[name]) for name in repeated}
    return record


def peer_times(graph: wf.Graph, peers: list[str], case: Case, device: Device) -> dict[str, float]:
    """The milliseconds of other programs from the case's sources."""
    found = {}
    host = graph.to_device("cpu")
    for name in peers:
        if name == "GAPBS":
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "graph.sg"
                wf.write(host, file)
                search = partial(gapbs_milliseconds, os.environ["GAPBS_BFS"], file, Cpu().threads)
                found[name] = median(search(source) for source, _ in case.searches)
        elif graph.num_edges <= MOST_EDGES.get(name, graph.num_edges) and not (
            graph.directed and name != "SciPy"
        ):
            program = LIBRARIES[name][1](host)
            found[name] = timed({name: program.search}, case, Cpu())[name]
    return found


def report(name: str, graph: wf.Graph, device: Device, peers: list[str]) -> list[dict[str, Any]]:
    records = []
    programs: dict[str, Search] | None = None
    for case in cases_of(graph):
        if programs is None:
            programs = fast_enough(own_programs(graph, device), case, device)
        require_right(graph, programs, case)
        record = {"graph": name, "vertices": graph.num_vertices, "edges": graph.num_edges}
        record |= measured(programs, case, device)
        if peers and case.name == "random":
            record["peers"] = peer_times(graph, peers, case, device)
        records.append(record)
        for other, ratio in record["breaks"].items():
            slower, faster = ("prepared", "unprepared") if other == "prepared" else ("auto", other)
            print(f"  BREAK {name}, {case.name}: {slower} takes {ratio:.2f} times {faster}", flush=True)
    times = records[0]["milliseconds"]
    others = {key: value for key, value in times.items() if key not in ("auto", "prepared", "one thread")}
    best = min(others, key=others.__getitem__, default="auto")
    print(f"{name}: auto {times['auto']:.3f} ms, {best} {times[best]:.3f}", flush=True)
    return records


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
    parser.add_argument("--peers", nargs="*", help="other programs to run; none by default")
    parser.add_argument("--json", type=Path, help="where all that is measured goes")
    options = parser.parse_args()
    device = get_device(options.device)
    peers = found_peers(options.peers) if options.peers else []
    records: list[dict[str, Any]] = []
    for name, make in chosen_graphs(options).items():
        graph = make().to_device(device)
        records += report(name, graph, device, peers)
        if options.json is not None:
            options.json.write_text(json.dumps(records, indent=1))
    broken = sum(len(record["breaks"]) for record in records)
    print(f"{broken} breaks of {sum(len(record['milliseconds']) - 1 for record in records)} comparisons")


if __name__ == "__main__":
    main()
