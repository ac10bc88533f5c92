"""``wf.warmup``: compiles ahead what later calls need, in processes beside one another."""

import os
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from ..algorithms import ALGORITHMS
from ..compiler.code_files import cache_folder, code_files
from ..device import get_device
from ..device.memory import total_memory
from ..errors import InputError, checked_flag, checked_integer, require_one_of, shown
from ..progress import Progress, reporting
from .calls import stages_of
from .workers import answers_of

WORKER_MEMORY = 1 << 30  # bytes that a process may need to compile


class Warmup(NamedTuple):
    """What `warmup` did.

    Attributes
    ----------
    calls
        How many kinds of calls were made.
    compiled, loaded
        Functions, each with its argument types, that were compiled, and that were in the cache before or came
        with the package. A function that several processes load counts in each.
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
    only: Collection[str] | None = None,
    *,
    device: str = "cpu",
    every: bool = False,
    jobs: int | None = None,
    progress: Progress = False,
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
        Also every strategy, form and option, the account of fused, graphs with weights of every type, and
        prepared graphs.
    jobs
        Processes; by default one per core, fewer if memory is short.
    progress
        As for `read`: of the calls.

    Raises
    ------
    InputError
        For an unknown algorithm or device, or another wrong argument.
    DeviceError
        For a GPU that isn't there.
    """
    names = [*ALGORITHMS] if only is None else _checked_names(only)
    get_device(device)
    stages = stages_of(names, checked_flag("every", every))
    total = sum(map(len, stages))
    most = max(1, (total_memory() or WORKER_MEMORY) // WORKER_MEMORY)
    count = min(most, os.cpu_count() or 1) if jobs is None else checked_integer("jobs", jobs, 1, None)
    began = perf_counter()
    answers: list[dict[str, Any]] = []
    made = answers_of(stages, min(count, total), device, every)
    with reporting(progress, "warmup") as report, closing(made):
        for answer in made:
            answers.append(answer)
            if report is not None:
                report(len(answers), total)
    return Warmup(
        total,
        sum(answer["compiled"] for answer in answers),
        sum(answer["loaded"] for answer in answers),
        {answer["call"]: answer["failed"] for answer in answers if answer["failed"]},
        perf_counter() - began,
        cache_folder(),
        sum(file.size for file in code_files()),
    )


def _checked_names(only: Collection[str]) -> list[str]:
    if not isinstance(only, list | tuple | set | frozenset):
        raise InputError(f"only is a list of algorithms, not {shown(only)}")
    for name in only:
        require_one_of("only", name, ALGORITHMS)
    return [name for name in ALGORITHMS if name in only]
