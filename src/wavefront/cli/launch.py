"""``wavefront launch``: a search on ranks of this host, or on those that mpirun or srun started."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ..errors import DeviceError, InputError
from .console import STANDARD, InputFormat, Undirected, note, parse_vertex, timed
from .output_files import error_text
from .search.search_report import REPORTS, Search, SearchFormat
from .start import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..algorithms.bfs import BfsResult
    from ..distributed import Communicator, Segment

INPUT_WRONG = 2  # the exit status of a rank that met an InputError

app = typer.Typer(name="launch", no_args_is_help=True)

GraphFile = Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph file.", show_default=False)]
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
    path: GraphFile,
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
    from ..distributed.launch import has_mpi, note_beginning
    from ..distributed.nccl import Nccl
    from ..distributed.together import together
    from ..distributed.world import is_rank, world

    ranks, gpus = context.obj["ranks"], context.obj["gpus"]
    if path == STANDARD:
        raise InputError("every rank reads the graph's file, and standard input can be read only once")

    def search(communicator: "Communicator") -> None:
        _search(communicator, path, source, target, undirected, input_format, validate, report)

    def search_by_threads(count: int) -> None:
        devices = [f"cuda:{index}" for index in range(count)]
        together(count, lambda threads: search(Nccl(threads)), devices=devices)

    if is_rank():
        _as_rank(ranks, gpus, search)
    elif ranks is None and (gpus is None or gpus == 1):
        note_beginning()  # a lone rank of MPICH's in a Slurm step can't be told from a step's only task
        search(world(gpus is not None))
    elif gpus is not None and not has_mpi():
        search_by_threads(gpus)
    else:
        options = ["--source", source, "--format", report.value]
        options += [] if target is None else ["--target", target]
        options += [] if input_format is None else ["--input-format", input_format]
        options += ["--undirected"] * undirected + ["--validate"] * validate
        arguments = ["bfs", str(path), *options]
        if gpus is None:
            _start(cast(int, ranks), ["launch", *arguments])
        else:
            _start(gpus, ["launch", "--gpus", str(gpus), *arguments], search_by_threads)


def _start(ranks: int, arguments: list[str], otherwise: "Callable[[int], None] | None" = None) -> None:
    """Start the ranks; where MPI starts none, do it otherwise. A failure of theirs becomes this process's."""
    from ..distributed.launch import RanksFailed, start_ranks

    try:
        start_ranks(ranks, arguments)
    except RanksFailed as failure:
        if otherwise is None or failure.has_begun:
            kind = InputError if failure.status == INPUT_WRONG else DeviceError
            raise kind(str(failure)) from None
        note(f"wavefront: ranks are threads of one process: {failure}")
        otherwise(ranks)


def _as_rank(ranks: int | None, gpus: int | None, search: "Callable[[Communicator], None]") -> None:
    """Run the search on this rank; an error ends all ranks, which would wait for this one."""
    from ..distributed.launch import note_beginning
    from ..distributed.world import world

    processes = world()
    note_beginning()
    try:
        _require_number(processes, ranks, gpus)
        search(world(True) if gpus is not None else processes)
    except KeyboardInterrupt:
        processes.abort("interrupted", INTERRUPTED)
    except (InputError, OSError) as error:
        processes.abort(error_text(error) if isinstance(error, OSError) else str(error), INPUT_WRONG)
    except DeviceError as error:
        processes.abort(str(error))
    except Exception as error:
        processes.abort(f"{type(error).__name__}: {error}")


def _require_number(processes: Any, ranks: int | None, gpus: int | None) -> None:
    """Raise InputError if the options ask for other ranks of this host than mpirun or srun has started."""
    from ..distributed.mpi import hosts_ranks

    option, asked = ("--ranks", ranks) if gpus is None else ("--gpus", gpus)
    with hosts_ranks(processes.comm) as host:
        if asked not in (None, host.size):
            raise InputError(
                f"{option} {asked}: mpirun or srun has started {host.size} ranks on this host, not {asked}"
            )


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
