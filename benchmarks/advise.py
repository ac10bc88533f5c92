"""How well `wf.advise` chooses: the time of its first choice over that of the best strategy, graph by graph.

    python benchmarks/advise.py [NAME ...] [--quick] [--scale 18] [--graphs DIR] [--threads 1 2] [--json FILE]

The graphs are those of benchmarks/corpus.py. For each, `wf.advise` measures from its own random sources.
Then its choice, the default and every strategy search from 8 other random sources, in turns, for 5 rounds:
the time is the median over the sources, of which the fastest search from each counts. Left out are strategies
over 4 times as slow as the default from the source of the median time: up to a level 1, 4, 16, 64 ..., each
of which must end in that time, or in all. The aim is a ratio of at most 1.2 on 90 % of the graphs; beside it
stands the default's ratio.

With --minutes no further graph is begun after so many; the same command goes on with those that FILE lacks.
"""

import argparse
import json
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from corpus import Case, Search, cases_of, choosing, chosen_graphs, is_too_slow
from timing import circumstances

import wavefront as wf
from wavefront.device import Cpu, Device, get_device
from wavefront.measure.searches import search_milliseconds

AIM, SHARE = 1.2, 0.9
ROUNDS = 5
TOO_SLOW = 4  # times the default


def fast_enough(programs: dict[str, Search], case: Case, device: Device) -> dict[str, Search]:
    """The default and the advised method, and all others that may be the best."""
    sources = [source for source, _ in case.searches]
    (_, *times) = (search_milliseconds(device, sources, [programs["default"]])[0] for _ in range(3))
    best = [min(taken) for taken in zip(*times, strict=True)]
    source, most = sources[best.index(sorted(best)[len(best) // 2])], TOO_SLOW * median(best)
    depth = programs["default"](source).num_levels
    kept = {}
    for name, search in programs.items():
        try:
            search(source, depth_limit=0)  # compiles, and builds what the strategy reads
        except (wf.InputError, wf.DeviceError):
            continue  # a method that the graph does not suit
        if name in ("default", "advised") or not is_too_slow(search, source, device, most, depth):
            kept[name] = search
    return kept


def timed(programs: dict[str, Search], case: Case, device: Device) -> dict[str, float]:
    """The milliseconds of each program: the best from each source, the median over these.

    Programs take turns, and each round begins with another one: the first from a source finds caches cold.
    """
    sources = [source for source, _ in case.searches]
    best = {name: [inf] * len(sources) for name in programs}
    for turn in range(ROUNDS):
        first = turn % len(programs)
        names = [*programs][first:] + [*programs][:first]
        taken = search_milliseconds(device, sources, [programs[name] for name in names])
        for name, times in zip(names, taken, strict=True):
            best[name] = [*map(min, best[name], times)]
    return {name: median(times) for name, times in best.items()}


def record_of(graph: wf.Graph, device: Device) -> dict[str, Any]:
    """What was advised, and how its time compares with the best strategy's."""
    began = perf_counter()
    advice = wf.advise(graph, device=device, seed=2)
    seconds = perf_counter() - began
    case: Case = next(cases_of(graph))
    usual = wf.bfs(graph, 0, device=device, depth_limit=0).strategy
    programs = {
        "default": partial(wf.bfs, graph, device=device),
        "advised": partial(wf.bfs, graph, device=device, **advice.arguments),
    }
    for name in wf.STRATEGIES:
        if name not in (usual, advice.methods[0].method):
            programs[name] = partial(wf.bfs, graph, strategy=name, device=device)
    if advice.methods[0].method == usual:
        del programs["advised"]
    times = timed(fast_enough(programs, case, device), case, device)
    names = {"default": usual, "advised": advice.methods[0].method}
    times = {names.get(name, name): time for name, time in times.items()}
    best = min(times, key=times.__getitem__)
    return {
        "choice": advice.methods[0].method,
        "milliseconds": times[advice.methods[0].method],
        "best": best,
        "best_milliseconds": times[best],
        "ratio": times[advice.methods[0].method] / times[best],
        "default_ratio": times[usual] / times[best],
        "advise_seconds": seconds,
        "times": times,
    }


def share(records: list[dict[str, Any]], ratio: str, who: str) -> str:
    good = sum(record[ratio] <= AIM for record in records)
    met = "met" if good >= SHARE * len(records) else "missed"
    return f"{who}: {good} of {len(records)} within {AIM}: the aim, {SHARE:.0%}, is {met}"


def write(path: Path, records: list[dict[str, Any]]) -> None:
    lines = ",\n".join(f"  {json.dumps(record)}" for record in records)
    head = json.dumps(circumstances(), indent=1)[:-2]
    path.write_text(f'{head},\n "graphs": [\n{lines}\n]}}\n')


def options_of_command() -> argparse.Namespace:
    parser = choosing(__doc__, scale=18)
    parser.add_argument(
        "--threads", type=int, nargs="*", help="of the CPU: numbers to take one after the other"
    )
    parser.add_argument("--json", type=Path, help="where all that is measured goes, and where it is gone on")
    parser.add_argument("--minutes", type=float, help="after these no graph is begun", default=1e9)
    return parser.parse_args()


def main() -> None:
    options = options_of_command()
    began = perf_counter()
    devices = [Cpu(number) for number in options.threads or []] or [get_device(options.device)]
    records = []
    if options.json is not None and options.json.exists():
        records = json.loads(options.json.read_text())["graphs"]
    known = {(record["graph"], record["threads"]) for record in records}
    for name, make in chosen_graphs(options).items():
        left = [device for device in devices if (name, getattr(device, "threads", None)) not in known]
        if not left:
            continue
        if perf_counter() - began > 60 * options.minutes:
            print("to be continued")
            break
        made = make()
        for device in left:
            place = {"graph": name, "threads": getattr(device, "threads", None)}
            record = place | record_of(made.to_device(device), device)
            records.append(record)
            print(
                "{graph}, {threads}: {choice} {milliseconds:.3f} ms, best {best} {best_milliseconds:.3f}: "
                "{ratio:.2f}; default {default_ratio:.2f}; advised in {advise_seconds:.1f} s".format(
                    **record
                ),
                flush=True,
            )
            if options.json is not None:
                write(options.json, records)
    print(share(records, "ratio", "advice"))
    print(share(records, "default_ratio", "default"))


if __name__ == "__main__":
    main()
