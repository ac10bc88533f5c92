"""SVG elements, text that is safe to show, and the page with its colors for light and for dark screens."""

from html import escape
from typing import Any

MARGIN = 14  # pixels, as all lengths here
LETTER, BOLD_LETTER = 7.2, 8.6  # width of a letter of 12 pixels' height, in wide fonts
LONGEST_NAME = 6  # letters of a vertex's name that are drawn

# Blue and orange, which color-blind readers tell apart; strokes, dashes and shapes say the same.
COLORS = {  # class: light page, dark page
    "page": ("fill:#ffffff", "fill:#14171c"),
    "text": ("fill:#222222", "fill:#e8e8e8"),
    "muted": ("fill:#6a6a6a", "fill:#a4abb3"),
    "over": (  # with a rim that keeps lines off the letters
        "fill:#4a4a4a;stroke:#ffffff;stroke-width:4;paint-order:stroke",
        "fill:#c4cad1;stroke:#14171c;stroke-width:4;paint-order:stroke",
    ),
    "on-blue": ("fill:#ffffff", "fill:#ffffff"),
    "on-orange": ("fill:#111111", "fill:#111111"),
    "unvisited": (
        "fill:#ffffff;stroke:#767676;stroke-dasharray:3 2",
        "fill:#14171c;stroke:#8d949c;stroke-dasharray:3 2",
    ),
    "before": ("fill:#d6d6d6;stroke:#767676", "fill:#474c54;stroke:#8d949c"),
    "frontier": ("fill:#0072b2;stroke:#0072b2", "fill:#1f7fc4;stroke:#1f7fc4"),
    "ring": ("fill:none;stroke:#ffffff", "fill:none;stroke:#ffffff"),
    "now": ("fill:#e69f00;stroke:#222222;stroke-width:2", "fill:#e69f00;stroke:#ffffff;stroke-width:2"),
    "idle": (
        "fill:#ffffff;stroke:#767676;stroke-dasharray:3 2",
        "fill:#14171c;stroke:#8d949c;stroke-dasharray:3 2",
    ),
    "active": ("fill:#ffffff;stroke:#222222", "fill:#14171c;stroke:#e8e8e8"),
    "inspects": (
        "fill:#cfe5f3;stroke:#0072b2;stroke-width:2",
        "fill:#173c57;stroke:#5ab4f0;stroke-width:2",
    ),
    "labels": ("fill:#e69f00;stroke:#222222;stroke-width:3", "fill:#e69f00;stroke:#ffffff;stroke-width:3"),
    "overflow": (
        "fill:#f6dfae;stroke:#222222;stroke-width:2;stroke-dasharray:5 2",
        "fill:#5a4310;stroke:#ffffff;stroke-width:2;stroke-dasharray:5 2",
    ),
    "on": ("stroke:#222222;stroke-width:2;fill:none", "stroke:#f2f2f2;stroke-width:2;fill:none"),
    "off": ("stroke:#c4c4c4;stroke-width:1;fill:none", "stroke:#565c64;stroke-width:1;fill:none"),
    "head-on": ("fill:#222222", "fill:#f2f2f2"),
    "head-off": ("fill:#c4c4c4", "fill:#565c64"),
    "flow": ("stroke:#0072b2;stroke-width:1.5;fill:none", "stroke:#5ab4f0;stroke-width:1.5;fill:none"),
    "bound": ("stroke:#222222;stroke-width:2.5;fill:none", "stroke:#f2f2f2;stroke-width:2.5;fill:none"),
    "frame": ("stroke:#767676;stroke-width:1;fill:none", "stroke:#8d949c;stroke-width:1;fill:none"),
}


def page(title: str, width: float, height: float, marks: list[str]) -> str:
    """A whole SVG document. Dark colors show where the reader's screen is set to dark."""
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wavefront-figure" {size} '
        'font-family="sans-serif" font-size="12" text-anchor="middle">'
    )
    style = "\n".join(
        ["<style>", *_rules(0), "@media (prefers-color-scheme: dark) {", *_rules(1), "}", "</style>"]
    )
    background = element("rect", "page", x=0, y=0, width=width, height=height)
    return "\n".join([head, f"<title>{safe(title)}</title>", style, background, *marks, "</svg>"]) + "\n"


def _rules(scheme: int) -> list[str]:
    return [f".wavefront-figure .{name} {{{styles[scheme]}}}" for name, styles in COLORS.items()]


def safe(words: object) -> str:
    """Text of any content, escaped for XML; characters that can't be printed show as in Python."""
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in str(words))
    return escape(shown)


def name_of(label: object) -> str:
    """A vertex's name as it is drawn: at most LONGEST_NAME letters, none of them invisible."""
    shown = "".join(letter if letter.isprintable() else "\N{MIDDLE DOT}" for letter in str(label))
    return shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - 1] + "\N{HORIZONTAL ELLIPSIS}"


def text(
    x: float,
    y: float,
    words: object,
    kind: str = "text",
    *,
    anchor: str | None = None,
    size: int | None = None,
    bold: bool = False,
) -> str:
    """A line of text; the page sets what isn't given."""
    style = {"text-anchor": anchor, "font-size": size, "font-weight": "bold" if bold else None}
    return element("text", kind, safe(words), x=x, y=y, **style)


def element(tag: str, kind: str, content: str = "", **attributes: Any) -> str:
    """An SVG element of a class of COLORS; `content` must be safe. Attributes that are None are left out."""
    given = "".join(
        f' {name.replace("_", "-")}="{number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    start = f'<{tag} class="{kind}"{given}'
    return f"{start}>{content}</{tag}>" if content else f"{start}/>"


def number(value: Any) -> str:
    """A coordinate with one decimal at most, so that every machine writes the same."""
    return f"{round(value, 1) + 0.0:g}" if isinstance(value, float) else str(value)


def moved(x: float, y: float, marks: list[str]) -> list[str]:
    """The marks, moved right and down."""
    return [f'<g transform="translate({number(x)} {number(y)})">', *marks, "</g>"]


def width_of(words: object, *, bold: bool = False) -> float:
    """Room that a line of text takes at most."""
    return (BOLD_LETTER if bold else LETTER) * len(str(words))
