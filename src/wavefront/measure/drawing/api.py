"""`figure`: what to draw of a graph, the checks, and the picture as an object."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError, require_one_of, shown
from ...graph.vertices import checked_vertices, require_graph
from ...io.output import new_file
from ...strategies import ACCOUNTS
from ..charts import CHARTS, draw_chart
from .memory import draw_memory
from .methods import draw_method
from .roots import draw_roots
from .views import VIEWS, draw_views

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...device import Device
    from ...graph import Graph

MOST_VERTICES, MOST_EDGES = 40, 160  # of a graph whose drawing can still be read; edges as stored
PICTURES = ("roots", "memory", "formats", *VIEWS)


@dataclass(frozen=True)
class Figure:
    """A picture as SVG, a chart as PNG too; a notebook shows it.

    Attributes
    ----------
    what
        What is drawn: a strategy's name, one of "roots", "memory", "formats", "matrix" and the formats, or a
        chart: "frontier", "account", "roofline".
    svg
        The document. Its colors follow the reader's screen, light or dark; a chart is on white.
    png
        A chart as bytes of a PNG file; None for other pictures.
    """

    what: str
    svg: str
    png: bytes | None = None

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Figure({self.what}, {len(self.svg):,} characters of SVG)"

    def write(self, path: str | Path) -> None:
        """Write the document. Raises InputError unless its name ends in ``.svg``, a chart's also ``.png``."""
        target = Path(path)
        check_name(target, self.what)
        svg = self.svg.encode()
        with new_file(target) as file:
            file.write(svg if self.png is None or target.suffix.lower() == ".svg" else self.png)


def check_name(path: Path, what: str) -> None:
    """Raise InputError unless the picture can have this name."""
    suffixes = (".svg", ".png") if what in CHARTS else (".svg",)
    if path.suffix.lower() not in suffixes:
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; expected {', '.join(suffixes)}")


def figure(
    what: str,
    graph: Graph,
    source: int | Sequence[int] | np.ndarray = 0,
    *,
    level: int | None = None,
    strategy: str | Sequence[str] | None = None,
    device: str | Device | None = None,
    **options: Any,
) -> Figure:
    """Draw what a method's threads do on a small graph, how the graph is stored, or charts of a search.

    A method runs in the counting build, in plain Python, and the figure shows its log: the threads with what
    they work on, the edges inspected, the queues with every vertex's way through them.

    Parameters
    ----------
    what
        A strategy that has an account: its threads and queues, level by level. "roots": levels and tree from
        each source alone. "memory": the array slots that the threads of `strategy` touch in a level, by
        default the second. "formats": all of "matrix", "csr", "csc", "coo", "ell" and "jds", each of which is
        a picture too. Charts, of graphs of any size: "frontier": vertices and edges level by level.
        "account": the work of several methods as bars. "roofline": the bytes that methods move over the time
        that they take, against the speed at which the device copies memory, both measured at once.
    source
        A vertex id, or several.
    level
        Draw this level only, from 1 to the last, empty one.
    strategy
        For "memory", by default frontier_queue; for "frontier", by default direction_optimized; for the other
        charts one or several, by default six.
    device
        For "roofline" only, as for `bfs`; by default where the graph is.
    **options
        The strategy's. Queues and blocks are small by default, so that a small graph fills them.

    Raises
    ------
    InputError
        For an unknown picture, vertex, level or option; for a chart without Matplotlib; for another picture
        of more than MOST_VERTICES vertices or MOST_EDGES stored edges.
    DeviceError
        For a GPU that isn't there.
    """
    require_graph(graph)
    require_one_of("what", what, (*ACCOUNTS, *PICTURES, *CHARTS))
    if what in CHARTS:
        _refuse(what, {"level": level, **options})
        return Figure(what, *draw_chart(what, graph, source, strategy, device))
    _refuse(what, {"device": device})
    if not (strategy is None or isinstance(strategy, str)):
        raise InputError(f"strategy {shown(strategy)}: the picture {what!r} is of one")
    if max(graph.num_vertices - MOST_VERTICES, graph.num_edges - MOST_EDGES) > 0 or not graph.num_vertices:
        raise InputError(
            f"a figure shows 1 to {MOST_VERTICES} vertices and up to {MOST_EDGES} stored edges; "
            f"this graph has {graph.num_vertices:,} and {graph.num_edges:,}"
        )
    graph = graph.to_device("cpu")
    names = list(range(graph.num_vertices)) if graph.labels is None else graph.labels.tolist()
    sources = checked_vertices(graph, source, "source")
    if what in ACCOUNTS and strategy is None:
        return Figure(what, draw_method(graph, names, np.unique(sources), what, level, options))
    if what == "memory":
        method = strategy or "frontier_queue"
        return Figure(what, draw_memory(graph, np.unique(sources), method, level, options))
    _refuse(what, {"level": level, "strategy": strategy, **options})
    if what == "roots":
        return Figure(what, draw_roots(graph, names, sources))
    return Figure(what, draw_views(graph, names, list(VIEWS) if what == "formats" else [what]))


def _refuse(what: str, given: dict[str, Any]) -> None:
    """Raise InputError for an argument that this picture doesn't take."""
    for name, value in given.items():
        if value is not None:
            raise InputError(f"{name} is not for the picture {what!r}")
