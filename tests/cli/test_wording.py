"""Messages in the words of the command line: options where the library names its parameters."""

import pytest

from wavefront.cli.wording import in_options

OPTIONS = {
    "max_ripups": "--max-ripups",
    "num_vertices": "--num-vertices",
    "source": "--source",
    "start": "--start",
    "weighted": "--weighted",
    "undirected": "--undirected",
    "input_format": "--input-format",
    "samples": "--samples",
    "largest_component": "--largest-component",
}


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("max_ripups is a whole number, not -1", "--max-ripups is a whole number, not -1"),
        ("edges need vertices: num_vertices is 0", "edges need vertices: --num-vertices is 0"),
        ("source: vertex 9 is out of range", "--source: vertex 9 is out of range"),
        ("start (1, 2) is in a wall", "--start (1, 2) is in a wall"),
        ("weighted=True needs a graph with weights", "--weighted needs a graph with weights"),
        ("core numbers: build it with directed=False", "core numbers: build it with --undirected"),
        ("weighted=True has start='here': no", "--weighted has --start here: no"),
        (
            "auto runs 'fused', which takes start",
            "auto runs 'fused', which takes --start",
        ),
        ("give format=, one of mtx, edges", "give --input-format, one of mtx, edges"),
        ("sources must be from 1 to 3 to be drawn", "--samples must be from 1 to 3 to be drawn"),
        ("take a component by subgraph()", "take a component by --largest-component"),
        ("num_vertices() and source() are methods", None),
        ("a source isn't 'max_ripups', nor \"undirected=True\"", None),  # what is quoted is the user's
        ("num_vertices.txt, line 3: expected a weight", None),
        ("/data/max_ripups/undirected=True: no such file", None),
        ("a wire from the start to its source", None),
        ("search with predecessors=True", None),  # no option of this command
    ],
)
def test_messages(message, shown):
    assert in_options(message, OPTIONS) == (message if shown is None else shown)
