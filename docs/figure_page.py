"""Draws the figures of docs/guide/figures.md, on the book's graph, and that of the README.

python docs/figure_page.py
"""

from pathlib import Path

import wavefront as wf

FOLDER = Path(__file__).parent / "guide/figures"
HOME = Path(__file__).parent / "home.svg"


def files() -> dict[Path, str]:
    """Every figure, and what is to be in it."""
    graph = wf.generators.book_graph()
    drawn = {
        "roots": wf.figure("roots", graph, [0, 2]),
        "formats": wf.figure("formats", graph),
        "memory": wf.figure("memory", graph, level=3),
        "privatized": wf.figure("privatized", graph, level=2, block_size=1, capacity=2),
        "hierarchical": wf.figure("hierarchical", graph, level=2),
    }
    home = wf.figure("frontier_queue", wf.generators.small_world(20, 4, 0.2, seed=3), 0, level=3)
    return {FOLDER / f"{name}.svg": figure.svg for name, figure in drawn.items()} | {HOME: home.svg}


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content)
