"""Every Python and shell block of every page runs unchanged, and prints what the page says.

A page's blocks run in their order, in one folder and with one set of names. A text block that follows a block
of Python is what that prints; without one, what is printed stands in the block's comments. Blocks that are
marked as not run are compiled, or parsed by bash, and counted as skipped. Docstrings' examples are run, too.
"""

import builtins
import contextlib
import doctest
import importlib.util
import io
import logging
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import wavefront as wf
from wavefront.cli import main
from wavefront.strategies import METHODS

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

from code_blocks import RUN, blocks, pages  # noqa: E402

BLOCKS = {page.relative_to(ROOT).as_posix(): blocks(page) for page in pages()}
RUNNABLE = [name for name, found in BLOCKS.items() if any(block.language in RUN for block in found)]
MARKED = [(name, block) for name, found in BLOCKS.items() for block in found if block.reason is not None]
HAS_MPI = importlib.util.find_spec("mpi4py") is not None
BASH = shutil.which("bash")
PROGRAMS = {"README.md"}  # whose printing is not shown
NEEDS = {  # a package that is not always there
    "docs/guide/maze.md": "PIL",
    "docs/guide/networkx.md": "networkx",
    "docs/guide/notebooks.md": "pandas",
    "docs/guide/tables.md": "pyarrow",
    "docs/tutorials/tables.md": "polars",
}
RANKS = {"docs/guide/several-devices.md"}  # whose commands start processes by MPI
SLOW = {"docs/guide/warm-up.md"}  # compiles


@pytest.fixture
def networkx_as_it_was():
    """A page changes NetworkX's settings."""
    import networkx as nx

    log = logging.getLogger("networkx")
    level = log.level
    ignored = set(nx.config.warnings_to_ignore)
    with nx.config(backend_priority=nx.config.backend_priority, warnings_to_ignore=ignored):
        yield
    log.setLevel(level)


def random_graph():
    src, dst = np.random.default_rng(1).integers(0, 200, (2, 800))
    up = src < dst  # no cycles
    return wf.Graph.from_edges(src[up], dst[up], 200, weights=np.ones(up.sum()))


def names_of(page):
    """The names that the page's programs find, beside files of theirs in the current folder."""
    if page.startswith("docs/guide/algorithms/"):  # excerpts, about any graph
        graph = random_graph()
        for file in ("graph.mtx", "roads.mtx", "roads.gr"):
            wf.write(graph, file)
        if "undirected" in "".join(block.code for block in BLOCKS[page]):
            graph = graph.to_undirected()
        if page.endswith("eccentricity.md"):  # has no answer for a graph in parts
            graph = graph.to_undirected()
            graph = graph.subgraph(wf.connected_components(graph).largest())
        rates = wf.Graph.from_edges([0, 1, 2], [1, 2, 0], weights=[1, 1, -3])
        return {"wf": wf, "np": np, "graph": graph, "rates": rates, "source": 0, "target": 9}
    if (strategy := Path(page).stem) in METHODS and page.startswith("docs/guide/strategies/"):
        return {"__builtins__": builtins} | vars(METHODS[strategy])  # its kernels as they are in the source
    if page == "docs/guide/maze.md":
        np.save("board.npy", np.zeros((2, 30, 40), bool))
        columns = "net,from_layer,from_row,from_col,to_layer,to_row,to_col"
        Path("nets.csv").write_text(f"{columns}\na,0,0,0,0,9,9\nb,0,0,5,1,5,0\n")
    return {}


def printed_by(code, names):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, names)
    return out.getvalue()


def shell(code):
    """What the commands print, run by bash."""
    if BASH is None:
        pytest.skip("needs bash")
    script = f'python() {{ {sys.executable} "$@"; }}\nwavefront() {{ python -m wavefront "$@"; }}\n{code}'
    bash = [BASH, "-e", "-o", "pipefail", "-c", script]
    done = subprocess.run(bash, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_commands(code, capsys):
    """Run each command of the block, which is one of `wavefront`, and prints something."""
    for line in code.replace("\\\n", "").splitlines():
        if words := shlex.split(line, comments=True):
            assert words[0] == "wavefront", f"run {line} by bash, or mark it as not run"
            assert main(words[1:]) == 0, capsys.readouterr().err
            assert capsys.readouterr().out
            if "--output" in words:
                assert Path(words[words.index("--output") + 1]).exists()


def check_printed(page, block, following, printed):
    if following is not None and following.language == "text":
        assert printed == following.code
    elif page not in PROGRAMS:
        comments = {comment.strip() for comment in re.findall(r"# (.*)", block.code)}
        assert set(printed.splitlines()) <= comments


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.soak) if page in SLOW else page for page in RUNNABLE]
)
def test_a_page(page, request, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if page in NEEDS:
        pytest.importorskip(NEEDS[page], reason=f"needs {NEEDS[page]}")
    if "networkx" in page:
        request.getfixturevalue("networkx_as_it_was")
    names, lines = {"__name__": "__main__"} | names_of(page), 0
    for block, following in zip(BLOCKS[page], [*BLOCKS[page][1:], None], strict=True):
        if block.reason is not None or (block.language == "bash" and page in RANKS and not HAS_MPI):
            continue
        if block.language == "python":
            code = compile(
                "\n" * lines + block.code, "<string>", "exec"
            )  # lines count on from block to block
            lines += block.code.count("\n")
            check_printed(page, block, following, printed_by(code, names))
        elif block.language == "sh":
            run_commands(block.code, capsys)
        elif block.language == "bash":
            assert shell(block.code)
        elif block.language == "console":
            monkeypatch.chdir(ROOT)
            commands = [line.removeprefix("$ ") for line in block.code.splitlines() if line.startswith("$ ")]
            output = [line for line in block.code.splitlines() if not line.startswith("$ ")]
            assert shell("\n".join(commands)).splitlines() == output
    if page in RANKS and not HAS_MPI:
        pytest.skip("its commands need the extra mpi; its programs ran")


@pytest.mark.parametrize(("page", "block"), MARKED, ids=[f"{page}:{block.line}" for page, block in MARKED])
def test_a_block_that_is_not_run(page, block):
    if block.language == "python":
        compile(block.code, page, "exec")
    elif BASH is not None:
        code = re.sub(r"^(?!\$ ).*\n|^\$ ", "", block.code, flags=re.MULTILINE)
        code = code if block.language == "console" else block.code
        done = subprocess.run([BASH, "-n"], input=code, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    pytest.skip(f"not run: {block.reason}")


EXAMPLES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "src/wavefront").rglob("*.py"))
    if re.search(r"^ *>>> ", path.read_text(), re.MULTILINE)
]


@pytest.mark.parametrize("module", EXAMPLES)
def test_the_examples_in_docstrings(module):
    done = doctest.testmod(importlib.import_module(module))
    assert done.attempted
    assert not done.failed
