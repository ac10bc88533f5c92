"""Every call in the tables of equivalents runs, on the graph that its section begins with."""

import importlib.util
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs/guide/coming-from.md").read_text()
ROW = re.compile(r"^\| `(.+?)` \| (?:`(.+?)`)? ?\|", re.MULTILINE)
SETUP, *SECTIONS = PAGE.split("\n## ")
LIBRARIES = {"SciPy": "scipy", "NetworkX": "networkx", "igraph": "igraph"}


def program(section):
    return "\n".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))


@pytest.mark.parametrize("section", SECTIONS, ids=[section.split("\n")[0] for section in SECTIONS])
def test_a_table(section):
    name, names = section.split("\n")[0], {}
    if name == "NetworkX":
        pytest.importorskip("networkx", reason="needs NetworkX")
    exec(program(SETUP) + program(section), names)
    rows = ROW.findall(section)
    assert len(rows) == section.count("\n| `") > 8
    library = LIBRARIES.get(name, "no library")
    there = importlib.util.find_spec(library) is not None
    if there and name == "igraph":
        names |= {"g": names["graph"].to_igraph(), "w": [1.0] * (names["graph"].num_edges // 2)}
    for left, right in rows:
        for call in [right] * bool(right) + [left] * there:
            try:
                eval(call, names)
            except Exception as error:
                pytest.fail(f"{call}: {error!r}")
