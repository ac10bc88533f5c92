"""``wavefront triangles``: how many triangles there are, and at which vertices."""

from enum import StrEnum
from typing import Annotated

import typer

from .report import Found
from .run import Run


class Strategy(StrEnum):
    """What a thread is for."""

    auto = "auto"
    vertex_centric = "vertex_centric"
    hybrid = "hybrid"


StrategyOption = Annotated[
    Strategy, typer.Option("--strategy", help="A thread per vertex, or per edge; auto is the fastest.")
]
Account = Annotated[
    bool,
    typer.Option("--account", help="Also print what the strategy's GPU threads do, found without a GPU."),
]


def triangles(run: Run, strategy: StrategyOption = Strategy.auto, account: Account = False) -> Found:
    """The triangles, and the work account if it was asked for."""
    result = run.result(strategy=strategy.value)
    work = result.account()._asdict() if account else {}
    return Found(run.facts(result) | work, [run.column(result)])
