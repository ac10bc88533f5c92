"""Pictures of boards, drawn by Pillow, which the extra ``png`` installs: walls, the wave, wires, a legend.

Layers stand side by side; title, legend and scale are beside the board, never on it. Colors are told apart
by any eye (Okabe and Ito, "Color Universal Design", 2008), and ends, vias and failures by their shapes too.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from ..frontier import UNVISITED
from ..io.output import new_file, require_place
from . import Route
from .board import require_pillow

if TYPE_CHECKING:
    from pathlib import Path

    from . import RoutedNets

PICTURE_SIDE = 1000  # pixels: smaller boards are enlarged to this side
MAX_CELL = 40  # pixels along a cell's side
COMPRESSION = 3  # of 9: larger numbers take seconds for a board of 4096 x 4096 cells

INK, PAPER, WALL = "#000000", "#FFFFFF", "#404448"
WAVE = ("#D5E5F3", "#2A6FA8")  # the first level, the last one
ROUTE = "#D55E00"
WIRES = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9")  # the nets in turn


def check_picture(path: Path) -> None:
    """Raise InputError if no picture can be written to `path`, for a reason that is known before the work."""
    if path.suffix.lower() != ".png":
        raise InputError(f"{path}: unknown suffix {path.suffix!r}; a routed board is drawn as .png")
    require_pillow()
    require_place(path)


def draw(blocked: np.ndarray, routed: Route | RoutedNets, path: Path, name: str) -> None:
    """Draw a board, called `name`, with the route of one net or the wires of several.

    One net comes with its wave as a heat map; a goal that isn't reached is marked by a cross. Of several, the
    ends of those that have failed are crosses, joined by dashes within a layer. Raises InputError as
    `check_picture`.
    """
    check_picture(path)
    if isinstance(routed, Route):
        _draw_route(blocked, routed, path, name)
    else:
        _draw_nets(blocked, routed, path, name)


def _draw_route(blocked: np.ndarray, route: Route, path: Path, name: str) -> None:
    wave, furthest = _wave_of(route.to_numpy())
    sheet = _Sheet(_colored(blocked, wave, furthest))
    legend = [("box", WALL, "wall"), ("box", PAPER, "not reached")]
    by_steps = route.distances is None
    span = f"0 to {furthest:,.0f} steps" if by_steps else f"cost 0 to {furthest:,g}"
    legend.append(("wave", WAVE[0], f"wave, {span}"))
    if route.reached:
        sheet.draw_wire(route.path, ROUTE)
        found = f"{route.length:,} steps" if by_steps else f"cost {route.cost:,g}"
        legend.append(("line", ROUTE, f"route, {found}"))
        if route.vias:
            legend.append(("ring", ROUTE, f"via, {route.vias:,}"))
    goal = "square" if route.reached else "cross"
    sheet.mark(route.start, "disc", ROUTE)
    sheet.mark(route.goal, goal, ROUTE)
    sheet.draw_vias(route.path, ROUTE)
    legend += [("disc", ROUTE, "start"), (goal, ROUTE, "goal" if route.reached else "goal, not reached")]
    sheet.save(path, f"{name}: {route.start} to {route.goal}", legend)


def _wave_of(route: Route) -> tuple[np.ndarray, float]:
    """How far each cell is from the start, in cost or steps, infinite if not reached; and the furthest."""
    wave: Any = route.levels if route.distances is None else route.distances
    if route.distances is None:
        wave = np.where(wave == UNVISITED, np.inf, wave)
    return wave, wave[wave < np.inf].max()


def _draw_nets(blocked: np.ndarray, routed: RoutedNets, path: Path, name: str) -> None:
    sheet = _Sheet(_colored(blocked))
    for net, wire in enumerate(routed.paths):
        if len(wire):
            sheet.draw_wire(wire, WIRES[net % len(WIRES)])
        else:
            sheet.draw_dashes(*routed.nets[net])
    for net, (start, goal) in enumerate(routed.nets):
        if len(routed.paths[net]):
            sheet.mark(start, "disc", WIRES[net % len(WIRES)])
            sheet.mark(goal, "square", WIRES[net % len(WIRES)])
            sheet.draw_vias(routed.paths[net], WIRES[net % len(WIRES)])
        else:
            sheet.mark(start, "cross", INK)
            sheet.mark(goal, "cross", INK)
    num_failed = len(routed.failed)
    num_wires = len(routed.nets) - num_failed
    legend = [("box", WALL, "wall"), ("box", PAPER, "free")]
    if num_wires:
        num_colors = len({net % len(WIRES) for net, path in enumerate(routed.paths) if len(path)})
        legend.append(("line", WIRES[0], f"wire, {num_wires:,} in {_counted(num_colors, 'color')}"))
        legend += [("disc", WIRES[0], "start of a net"), ("square", WIRES[0], "goal of a net")]
    if routed.vias:
        legend.append(("ring", WIRES[0], f"via, {routed.vias:,}"))
    if num_failed:
        legend.append(("cross", INK, f"end of a failed net, {_counted(num_failed, 'net')}"))
    sheet.save(path, f"{name}: {_counted(len(routed.nets), 'net')}", legend)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _colored(blocked: np.ndarray, wave: np.ndarray | None = None, furthest: float = 0.0) -> np.ndarray:
    """The board's cells as colors: uint8 of shape (layers, rows, columns, 3)."""
    from PIL import ImageColor

    first, last = (np.array(ImageColor.getrgb(color)) for color in WAVE)
    shades = np.linspace(first, last, 256).round().astype(np.uint8)
    colors = np.full((*blocked.shape, 3), 255, np.uint8)
    colors[blocked] = ImageColor.getrgb(WALL)
    if wave is not None:
        reached = wave < np.inf
        share = wave[reached] / furthest if furthest else np.zeros(1)
        colors[reached] = shades.take((255 * share).astype(np.uint8), axis=0)
    return colors.reshape(-1, *colors.shape[-3:])


class _Sheet:
    """A picture of the layers side by side with room around them."""

    def __init__(self, colors: np.ndarray) -> None:
        from PIL import Image, ImageDraw, ImageFont

        layers, self.rows, self.columns, _ = colors.shape
        self.cell = min(max(1, PICTURE_SIDE // max(self.rows, self.columns)), MAX_CELL)
        self.width, self.height = self.columns * self.cell, self.rows * self.cell
        side = max(self.height, self.width, PICTURE_SIDE // 2)
        self.wire = max(round(0.4 * self.cell), side // 300)
        self.radius = max(0.35 * self.cell, side / 120)
        self.font: Any = ImageFont.load_default(side // 45)
        self.line = side // 25  # pixels between lines of text
        self.origins = [
            (self.line + layer * (self.width + self.line), 3 * self.line) for layer in range(layers)
        ]
        self.legend_left = self.origins[-1][0] + self.width + self.line
        size = self.legend_left + 10 * self.line, max(self.height, 12 * self.line) + 4 * self.line
        self.image = Image.new("RGB", size, PAPER)
        self.draw = ImageDraw.Draw(self.image)
        for layer, origin in enumerate(self.origins):
            enlarged = colors[layer].repeat(self.cell, axis=0).repeat(self.cell, axis=1)
            self.image.paste(Image.fromarray(enlarged), origin)
            self.draw.rectangle((*origin, origin[0] + self.width, origin[1] + self.height), outline=WALL)
            if layers > 1:
                place = origin[0], origin[1] - self.line // 4
                self.draw.text(place, f"layer {layer}", INK, self.font, anchor="ls")

    def center(self, cell: Any) -> tuple[float, float]:
        """The pixel in the middle of a cell."""
        left, top = self.origins[cell[0] if len(cell) == 3 else 0]
        return left + (cell[-1] + 0.5) * self.cell, top + (cell[-2] + 0.5) * self.cell

    def draw_wire(self, path: np.ndarray, color: str) -> None:
        """Lines through a path's cells, layer by layer."""
        for _, cells in groupby(path.tolist(), lambda cell: cell[:-2]):
            self.draw.line([self.center(cell) for cell in cells], color, self.wire, joint="curve")

    def draw_vias(self, path: np.ndarray, color: str) -> None:
        """A ring at each end of a path's vias; the path's own ends, which may be such cells, have marks."""
        for before, after in pairwise(path.tolist()):
            if before[:-2] != after[:-2]:
                self.mark(before, "ring", color)
                self.mark(after, "ring", color)

    def draw_dashes(self, start: Any, goal: Any) -> None:
        """A dashed line between two cells of one layer, with a pale edge that shows it on walls."""
        if start[:-2] != goal[:-2]:
            return
        first, last = np.array(self.center(start)), np.array(self.center(goal))
        count = 2 * int(np.abs(last - first).max() / (4 * self.radius)) + 1
        corners = np.linspace(first, last, count + 1)
        width = max(2, self.wire // 2)
        for color, thickness in ((PAPER, 2 * width), (INK, width)):
            for dash in range(0, count, 2):
                self.draw.line([tuple(corners[dash]), tuple(corners[dash + 1])], color, thickness)

    def mark(self, cell: Any, shape: str, color: str) -> None:
        """Draw a mark in the middle of a cell."""
        self._mark_at(*self.center(cell), self.radius, shape, color)

    def _mark_at(self, x: float, y: float, radius: float, shape: str, color: str) -> None:
        edge = max(1, round(radius / 5))
        radius = 0.7 * radius if shape == "ring" else radius
        box = (x - radius, y - radius, x + radius, y + radius)
        if shape == "disc":
            self.draw.ellipse(box, color, INK, edge)
        elif shape == "square":
            self.draw.rectangle(box, color, INK, edge)
        elif shape == "ring":
            self.draw.ellipse(box, PAPER, color, 2 * edge)
        else:
            self.draw.rectangle(box, PAPER, color, edge)
            self.draw.line((box[:2], box[2:]), color, 2 * edge)
            self.draw.line((box[0], box[3], box[2], box[1]), color, 2 * edge)

    def save(self, path: Path, title: str, legend: list[tuple[str, str, str]]) -> None:
        """Write title, legend (a shape, a color and a text each) and scale, then the file."""
        self.draw.text((self.line, self.line), title, INK, self.font, anchor="lm")
        for number, (shape, color, text) in enumerate(legend):
            self._explain(self.origins[0][1] + (number + 0.5) * self.line, shape, color, text)
        self._draw_scale(self.origins[0][1] + (len(legend) + 1.5) * self.line)
        with new_file(path) as file:
            self.image.save(file, "PNG", compress_level=COMPRESSION)

    def _explain(self, y: float, shape: str, color: str, text: str) -> None:
        left, right = self.legend_left, self.legend_left + 1.2 * self.line
        box = (left, y - 0.3 * self.line, right, y + 0.3 * self.line)
        if shape == "wave":
            self._shade(box)
        elif shape == "box":
            self.draw.rectangle(box, color, INK)
        elif shape == "line":
            self.draw.line((left, y, right, y), color, max(2, min(self.wire, self.line // 3)))
        else:
            self._mark_at((left + right) / 2, y, min(self.radius, 0.35 * self.line), shape, color)
        self.draw.text((right + 0.4 * self.line, y), text, INK, self.font, anchor="lm")

    def _shade(self, box: tuple[float, float, float, float]) -> None:
        from PIL import Image, ImageColor, ImageOps

        ramp = Image.linear_gradient("L").rotate(90)
        black, white = (ImageColor.getrgb(color) for color in WAVE)
        size = round(box[2] - box[0]), round(box[3] - box[1])
        self.image.paste(ImageOps.colorize(ramp, black, white).resize(size), (round(box[0]), round(box[1])))
        self.draw.rectangle(box, outline=INK)

    def _draw_scale(self, y: float) -> None:
        """A bar of 1, 2 or 5 times a power of ten cells, about three lines wide."""
        most = max(1.0, 4 * self.line / self.cell)
        unit = 10 ** int(np.log10(most))
        cells = next(times * unit for times in (5, 2, 1) if times * unit <= most)
        left, right = self.legend_left, self.legend_left + cells * self.cell
        tick = 0.2 * self.line
        for line in (
            (left, y, right, y),
            (left, y - tick, left, y + tick),
            (right, y - tick, right, y + tick),
        ):
            self.draw.line(line, INK, max(1, self.line // 20))
        place = right + 0.4 * self.line, y
        self.draw.text(place, _counted(cells, "cell"), INK, self.font, anchor="lm")
