"""What `advise` found: the methods in order, what the graph is like, and the reason in words."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ..text_table import WIDTH, text_table
from .comparison import method_name

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodAdvice:
    """One method's place: its time if it was measured, and what became of it otherwise."""

    strategy: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)  # of the strategy
    milliseconds: float | None = None  # of a search; of one that fell behind, its first
    ratio: float | None = None  # of that time to the best method's
    remark: str = ""  # why it was not measured further

    @property
    def method(self) -> str:
        """The strategy and its options."""
        return method_name(self.strategy, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What `advise` found.

    Attributes
    ----------
    device
        Where the searches ran.
    num_vertices, num_edges, mean_degree, largest_degree
        What the graph is like: out-degrees.
    num_levels
        Of the deepest of the searches.
    pulled
        Levels of it that the best method pulled; None if too many to be traced.
    methods
        The best first; those that were not measured last.
    why
        The reason for the first, in words.
    """

    device: str
    num_vertices: int
    num_edges: int
    mean_degree: float
    largest_degree: int
    num_levels: int
    pulled: int | None
    methods: list[MethodAdvice] = field(hash=False)
    why: str

    @property
    def arguments(self) -> dict[str, Any]:
        """What to pass: ``wf.bfs(graph, source, **advice.arguments)``."""
        return {"strategy": self.methods[0].strategy, **self.methods[0].options}

    def to_json(self) -> str:
        """A JSON object with the attributes."""
        return json.dumps(asdict(self))

    def table(self) -> str:
        """A plain-text table, one line per method."""
        lines = [
            [row.method, row.milliseconds, None if row.ratio is None else f"{row.ratio:,.2f}", row.remark]
            for row in self.methods
        ]
        return text_table(["method", "milliseconds", "ratio", "remark"], lines)

    def __str__(self) -> str:
        return f"{fill(self.why, WIDTH)}\n\n{self.table()}"
