"""``wavefront route``: the shortest route across a board, or wires for many nets; figures and a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import GraphFileError, InputError
from .console import DeviceName, Format, ReportFormat, print_facts, print_json, rounded, step_facts, timed
from .output_files import check_place, writing

if TYPE_CHECKING:
    import numpy as np

    from ..maze import Route, RoutedNets

CellName = tuple[int, ...]
BoardPath = Annotated[
    Path,
    typer.Argument(metavar="BOARD", help="A .png (dark is blocked), .txt or .npy file.", show_default=False),
]
StartCell = Annotated[
    str | None,
    typer.Option("--start", metavar="R,C", help="Row and column of the start, from 0 up; with layers L,R,C."),
]
GoalCell = Annotated[str | None, typer.Option("--goal", metavar="R,C", help="The goal's row and column.")]
Nets = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Route many nets: a .csv with columns net, from_row, from_col, to_row, to_col, and for layers "
        "from_layer, to_layer.",
    ),
]
MaxRipups = Annotated[
    int | None, typer.Option(help="Wires that may be ripped up; by default 50 times the nets.")
]
Cost = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Find the cheapest route: a .npy of the board's shape with the cost of entering each cell; "
        "by default 1.",
    ),
]
ViaCost = Annotated[
    float | None,
    typer.Option(metavar="X", help="Find the cheapest route: a step to another layer costs X more."),
]
Threshold = Annotated[
    int, typer.Option(help="In a picture, pixels darker than this are blocked: 0 is black, 255 white.")
]
Output = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the result into a .png file.")]


def route(
    path: BoardPath,
    start: StartCell = None,
    goal: GoalCell = None,
    cost: Cost = None,
    via_cost: ViaCost = None,
    nets: Nets = None,
    max_ripups: MaxRipups = None,
    threshold: Threshold = 128,
    device_name: DeviceName = "auto",
    output: Output = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Find the shortest or cheapest route across a board of free and blocked cells, or wires for many nets.

    Example: wavefront route maze.png --start 1,1 --goal 39,59 --output routed.png
    """
    by_cost = cost is not None or via_cost is not None
    _require_one_task(start, goal, nets, by_cost)
    from .. import maze
    from ..maze import picture as board_picture
    from ..maze.board import read_board
    from ..maze.netlist import read_nets

    if output is not None:
        check_place(output)
        board_picture.check_picture(output)
    milliseconds: dict[str, float] = {}
    with timed("read", milliseconds, path.name):
        board = read_board(path, threshold)
        wanted = {} if nets is None else read_nets(nets, board.ndim)
        if nets is not None:
            _check_ends(nets, wanted, board)
        costs = None if cost is None else _read_costs(cost, board.shape)
    origin = [0] * board.ndim  # a board of one cell loads the machine code: no part of the time reported
    free = board[..., :1, :1] & False
    maze.route(free, origin, origin, via_cost=0.0 if by_cost else None, device=device_name)
    found: Route | RoutedNets
    with timed("route", milliseconds, path.name) as report:
        if start is not None and goal is not None:
            ends = parse_cell("--start", start), parse_cell("--goal", goal)
            found = maze.route(board, *ends, cost=costs, via_cost=via_cost, device=device_name)
        else:
            found = maze.route_nets(
                board, [*wanted.values()], max_ripups=max_ripups, device=device_name, progress=report
            )
    if output is not None:
        with writing(output, "draw", milliseconds):
            board_picture.draw(board, found, output, path.name)
    record = {
        "board": {"file": str(path), "shape": list(board.shape), "num_blocked": int(board.sum())},
        **(_route_record(found) if isinstance(found, maze.Route) else _nets_record(found, list(wanted))),
        "device": found.device.name,
        "output": None if output is None else str(output),
        "milliseconds": rounded(milliseconds),
    }
    if report_format is Format.json:
        print_json(record)
    else:
        _print_text(record, milliseconds)


def _require_one_task(start: str | None, goal: str | None, nets: Path | None, by_cost: bool) -> None:
    if (start is None) != (goal is None) or (start is None) == (nets is None):
        raise InputError("give either --start and --goal, or --nets")
    if nets is not None and by_cost:
        raise InputError("--cost and --via-cost go with --start and --goal, not with --nets")


def _check_ends(path: Path, wanted: dict[str, tuple[CellName, CellName]], board: "np.ndarray") -> None:
    from ..maze.nets import checked_nets

    try:
        checked_nets(list(wanted.values()), board, [f"net {name}" for name in wanted])
    except InputError as error:
        raise GraphFileError(path, str(error)) from None


def _read_costs(path: Path, shape: tuple[int, ...]) -> "np.ndarray":
    from ..maze.board import mapped_array

    costs = mapped_array(path)
    if costs.shape != shape:
        raise GraphFileError(path, f"expected an array of the board's shape {shape}")
    return costs


def parse_cell(option: str, text: str) -> list[int]:
    """A cell's numbers. Raises InputError, naming the option, for another text."""
    numbers = text.split(",")
    if not all(number.strip().isascii() and number.strip().isdecimal() for number in numbers):
        raise InputError(f"{option} is a cell such as 1,2, not {text!r}")
    return [int(number) for number in numbers]


def _route_record(found: "Route") -> dict[str, Any]:
    reached = found.reached
    return {
        "start": found.start,
        "goal": found.goal,
        "reached": reached,
        "length": found.length if reached else None,
        "vias": found.vias if reached else None,
        "cost": found.cost if reached else None,
        "path": found.path.tolist() if reached else None,
        "num_reached": found.num_reached,
        "num_levels": found.num_levels,
    }


def _nets_record(found: "RoutedNets", names: list[str]) -> dict[str, Any]:
    rows = [
        {
            "net": name,
            "start": ends[0],
            "goal": ends[1],
            "reached": len(path) > 0,
            "length": len(path) - 1 if len(path) else None,
            "path": path.tolist() if len(path) else None,
        }
        for name, ends, path in zip(names, found.nets, found.paths, strict=True)
    ]
    return {
        "nets": rows,
        "failed": [names[net] for net in found.failed],
        "wire_length": found.wire_length,
        "vias": found.vias,
        "ripups": found.ripups,
    }


def _print_text(record: dict[str, Any], milliseconds: dict[str, float]) -> None:
    board = record["board"]
    size = " x ".join(f"{side:,}" for side in board["shape"])
    facts = [("board", f"{board['file']}, {size} cells, {board['num_blocked']:,} blocked")]
    if "nets" in record:
        failed, total = record["failed"], len(record["nets"])
        facts.append(("nets", f"{total - len(failed):,} of {total:,} routed, {record['ripups']:,} ripped up"))
        facts.append(("wires", f"{record['wire_length']:,} steps, {record['vias']:,} vias"))
        if failed:
            facts.append(("failed", ", ".join(failed)))
    else:
        ends = f"{_cell_text(record['start'])} to {_cell_text(record['goal'])}"
        if record["reached"]:
            facts.append(("route", f"{ends}: {record['length']:,} steps, {record['vias']:,} vias"))
            if record["num_levels"] is None:
                facts.append(("cost", f"{record['cost']:,g}"))
        else:
            facts.append(("route", f"{ends}: the goal can't be reached"))
        levels = "" if record["num_levels"] is None else f" in {record['num_levels']:,} levels"
        facts.append(("wave", f"{record['num_reached']:,} cells{levels}"))
    facts += step_facts(milliseconds)
    facts.append(("device", record["device"]))
    if record["output"] is not None:
        facts.append(("output", record["output"]))
    print_facts(facts)


def _cell_text(cell: tuple[int, ...]) -> str:
    return ",".join(map(str, cell))
