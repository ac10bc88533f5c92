"""``wavefront launch``: a search on ranks of this host, or on those that mpirun or srun started."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ..errors import DeviceError, InputError
from .console import GraphPath, InputFormat, Undirected, parse_vertex, timed
from .output_files import error_text
from .search.search_report import REPORTS, Search, SearchFormat

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..algorithms.bfs import BfsResult
    from ..distributed import Communicator, Segment

INPUT_WRONG = 2  # the exit status of a rank that met an InputError

app = typer.Typer(name="launch", no_args_is_help=True)

Ranks = Annotated[int | None, typer.Option(min=1, help="Processes to start on this host, with MPI.")]
Gpus = Annotated[int | None, typer.Option(min=1, help="GPUs of this host to use, one rank each.")]
Source = Annotated[str, typer.Option(metavar="VERTEX", help="Where to start.", show_default=False)]
Target = Annotated[str | None, typer.Option(metavar="VERTEX", help="Stop there, and show a path to it.")]
Validate = Annotated[bool, typer.Option("--validate", help="Check the result by the Graph 500 rules.")]
Report = Annotated[SearchFormat, typer.Option("--format", help="How to print the result.")]


@app.callback()
def launch(context: typer.Context, ranks: Ranks = None, gpus: Gpus = None) -> None:
    """Search a graph in parts: on processes of this host, on its GPUs, or under mpirun or srun.

    Example: wavefront launch --ranks 2 bfs karate.mtx --source 0
    """
    if ranks is not None and gpus is not None:
        raise InputError("choose --ranks, processes on the CPU, or --gpus, not both")
    context.obj["ranks"], context.obj["gpus"] = ranks, gpus


@app.command()
def bfs(
    context: typer.Context,
    path: GraphPath,
    source: Source,
    target: Target = None,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    validate: Validate = False,
    report: Report = SearchFormat.text,
) -> None:
    """Search breadth first from a vertex, and print what wavefront bfs prints.

    Example: wavefront launch bfs karate.mtx --source 0
    """
    from ..distributed.launch import has_mpi
    from ..distributed.nccl import Nccl
    from ..distributed.together import together
    from ..distributed.world import is_rank, world

    ranks, gpus = context.obj["ranks"], context.obj["gpus"]

    def search(communicator: "Communicator") -> None:
        _search(communicator, path, source, target, undirected, input_format, validate, report)

    if is_rank():
        _as_rank(world(gpus is not None), search)
    elif ranks is None and (gpus is None or gpus == 1):
        search(world(gpus is not None))
    elif gpus is not None and not has_mpi():
        devices = [f"cuda:{index}" for index in range(gpus)]
        together(gpus, lambda threads: search(Nccl(threads)), devices=devices)
    else:
        options = ["--source", source, "--format", report.value]
        options += [] if target is None else ["--target", target]
        options += [] if input_format is None else ["--input-format", input_format]
        options += ["--undirected"] * undirected + ["--validate"] * validate
        kind = [] if gpus is None else ["--gpus", str(gpus)]
        _start(gpus or ranks or 1, ["launch", *kind, "bfs", str(path), *options])


def _start(ranks: int, arguments: list[str]) -> None:
    """Start the ranks; a failure of theirs becomes this process's."""
    from ..distributed.launch import RanksFailed, start_ranks

    try:
        start_ranks(ranks, arguments)
    except RanksFailed as failure:
        kind = InputError if failure.status == INPUT_WRONG else DeviceError
        raise kind(str(failure)) from None


def _as_rank(communicator: "Communicator", search: "Callable[[Communicator], None]") -> None:
    """Run the search on this rank; an error ends all ranks, which would wait for this one."""
    try:
        search(communicator)
    except (InputError, OSError) as error:
        communicator.abort(error_text(error) if isinstance(error, OSError) else str(error), INPUT_WRONG)
    except Exception as error:
        communicator.abort(f"{type(error).__name__}: {error}")


def _search(
    communicator: "Communicator",
    path: Path,
    source: str,
    target: str | None,
    undirected: bool,
    input_format: str | None,
    validate: bool,
    report: SearchFormat,
) -> None:
    """Search on this rank; rank 0 prints."""
    from ..distributed import bfs as distributed_bfs
    from ..distributed import read, validate_bfs

    milliseconds: dict[str, float] = {}
    with timed("read", milliseconds):
        graph = read(path, input_format, undirected, communicator=communicator)
    start = parse_vertex(cast(Any, graph), source)
    goal = None if target is None else parse_vertex(cast(Any, graph), target)
    with timed("build", milliseconds):
        distributed_bfs(graph, start)  # compiles, and gathers the ids
    communicator.barrier()
    with timed("traverse", milliseconds):
        segment = distributed_bfs(graph, start, target=goal)
        communicator.barrier()
    with timed("gather", milliseconds):
        result = _gathered(segment)
        complete = goal is None or bool(result.levels[goal] < 0)
        last = None if complete else result.num_levels - 1
        traversed = segment.traversed_edges(last)
    if validate:
        validate_bfs(segment, depth_limit=last)
    if communicator.rank == 0:
        found = Gathered(path, result, goal, complete, validate, None, milliseconds)
        found.traversed = traversed
        REPORTS[report](found)


class Gathered(Search):
    """A search of ranks, which know how many edges they traversed: nobody has the whole graph to count."""

    traversed = 0

    def traversed_edges(self) -> int:
        """Edges out of the vertices that were reached; undirected ones once."""
        return self.traversed


def _gathered(segment: "Segment") -> "BfsResult":
    """The result of all ranks, on every rank; the graph, in parts, knows its size and labels."""
    import numpy as np

    from ..algorithms.bfs import BfsResult

    graph = segment.graph
    levels, predecessors = segment.gather()
    size = graph.communicator.size
    ranks = f"distributed over {size} rank{'s' * (size != 1)}"
    sources = np.array([segment.source])
    return BfsResult(cast(Any, graph), sources, levels, predecessors, ranks, graph.device, None)
