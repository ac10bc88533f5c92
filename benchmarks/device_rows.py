"""Rows of results of distributed.py on GPUs: those of results/devices_h200.json."""

import argparse
from typing import Any

import numpy as np
from timing import result

NUMBERS = {1: "one", 2: "two"}
TITLES = {"pagerank": "PageRank", "components": "components"}


def gpus_of(count: int) -> str:
    return f"{NUMBERS.get(count, count)} GPU{'s' * (count > 1)}"


def rows_of(given: argparse.Namespace, found: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of results of what was measured on GPUs."""
    graph = f"{given.graph.capitalize()} {given.scale}"
    if given.others:
        keys = [(key, *key.split("|")) for key in found["others"]]
        return [
            result(found["others"][key], graph=f"{TITLES[name]}, {graph}", task=name, program=program)
            for key, name, program in keys
        ]
    here, rows = gpus_of(given.gpus), []
    for engine in given.engines:
        for ending in ("", ", predecessors"):
            taken = found[engine + ending]
            about = {
                "graph": graph,
                "task": ending[2:] or "levels",
                "program": here + ", NCCL" * (engine == "nccl") + ending,
            }
            rows.append(result(1e3 * np.array(taken["times"]), **about))
            rows.append(result(taken["gteps"], unit="GTEPS", **about))
    if "peers" in given.engines:
        about = {"graph": graph, "task": "build", "program": here}
        rows.append({**about, "unit": "s", "median": round(found["build_s"], 1)})
        shown = {"predicted": "predicted", "the part": "part", "at most, while built": "allocated"}
        for program, name in shown.items() if given.gpus > 1 else ():
            about = {"graph": graph, "task": "memory of a rank", "program": program}
            rows.append({**about, "unit": "MB", "median": round(found["memory"][name] / 1e6)})
    return rows
