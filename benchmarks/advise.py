"""How good `wf.advise` chooses: the time of its first choice over that of the best strategy, graph by graph.

    python benchmarks/advise.py [NAME ...] [--quick] [--scale 18] [--device cuda] [--json FILE]

The graphs are those of benchmarks/corpus.py. For each, `wf.advise` measures from its own random sources. Then
its choice and every other strategy search from 8 other random sources, in turns: the time is the median over
the sources, of which the best of 3 rounds counts. Left out are strategies that take over 20 times as long as
the choice, by their number of levels or in a first search. The aim is a ratio of at most 1.2 on 90 % of the
graphs.
"""

import argparse
import json
from functools import partial
from pathlib import Path
from time import perf_counter

from corpus import Case, cases_of, chosen_graphs, fast_enough, timed
from timing import circumstances

import wavefront as wf
from wavefront.device import Device, get_device

AIM, SHARE = 1.2, 0.9


def record_of(name: str, graph: wf.Graph, device: Device) -> dict[str, object]:
    """What was advised, and how its time compares with the best strategy's."""
    began = perf_counter()
    advice = wf.advise(graph, device=device, seed=2)
    seconds = perf_counter() - began
    case: Case = next(cases_of(graph))
    programs = {"auto": partial(wf.bfs, graph, device=device, **advice.arguments)}
    measured = {row.strategy for row in advice.methods if row.milliseconds is not None}
    for strategy in sorted(measured - {advice.methods[0].method}):
        programs[strategy] = partial(wf.bfs, graph, strategy=strategy, device=device)
    times = timed(fast_enough(programs, case, device), case, device)
    choice = times["auto"]
    best = min(times, key=times.__getitem__)
    return {
        "graph": name,
        "choice": advice.methods[0].method,
        "milliseconds": choice,
        "best": advice.methods[0].method if best == "auto" else best,
        "best_milliseconds": times[best],
        "ratio": choice / times[best],
        "advise_seconds": seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="graphs to take; all by default")
    parser.add_argument("--quick", action="store_true", help="ten shapes, and the folder's graphs")
    parser.add_argument("--scale", type=int, default=18, help="log2 of about the number of vertices")
    parser.add_argument("--graphs", type=Path, metavar="DIR", help="a folder of graph files to take, too")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--json", type=Path, help="where all that is measured goes")
    options = parser.parse_args()
    device = get_device(options.device)
    records = []
    for name, make in chosen_graphs(options).items():
        record = record_of(name, make().to_device(device), device)
        records.append(record)
        print(
            "{graph}: {choice} {milliseconds:.3f} ms, best {best} {best_milliseconds:.3f}: {ratio:.2f}; "
            "advised in {advise_seconds:.1f} s".format(**record),
            flush=True,
        )
        if options.json is not None:
            lines = ",\n".join(f"  {json.dumps(record)}" for record in records)
            head = json.dumps(circumstances(), indent=1)[:-2]
            options.json.write_text(f'{head},\n "graphs": [\n{lines}\n]}}\n')
    good = sum(record["ratio"] <= AIM for record in records)
    met = "met" if good >= SHARE * len(records) else "missed"
    print(f"{good} of {len(records)} within {AIM}: the aim, {SHARE:.0%}, is {met}")


if __name__ == "__main__":
    main()
