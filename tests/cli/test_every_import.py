"""What commands must not import: a module of this list costs a tenth of a second, or is of no use to them."""

import json
import os
import subprocess
import sys

import pytest
from graphs import SIMULATED

from wavefront.strategies import STRATEGIES

# By command: none of these may be loaded at its end, nor anything within them.
PLOTS_AND_TABLES = ("matplotlib", "networkx", "pandas", "pyarrow", "PIL", "rich.progress")
OTHER_DEVICES = ("cupy", "numba.cuda", "wavefront.strategies.fused.cuda")
OTHER_FORMATS = tuple(
    f"wavefront.io.formats.{name}" for name in ("npy", "npz", "graphml", "metis", "parquet")
)
OTHER_METHODS = (
    *(f"wavefront.strategies.{name}" for name in STRATEGIES if name != "fused"),
    *("wavefront.operators", "wavefront.accounting", "wavefront.algorithms.sssp", "wavefront.maze"),
)
COMPILING = ("numba.np.arrayobj", "numba.cpython.unicode")  # what Numba needs to compile, not to load
UNUSED = {
    "--help": ("numpy", "numba", "scipy", "rich"),
    "--version": ("numpy", "numba", "scipy", "rich"),
    "strategies --help": ("numpy", "numba", "scipy", "rich"),
    "bfs --help": ("numpy", "numba", "scipy", "rich"),
    "info small.txt": (*PLOTS_AND_TABLES, *OTHER_DEVICES, *OTHER_FORMATS, "wavefront.algorithms.bfs"),
    "bfs small.txt --source 0": (
        *(*PLOTS_AND_TABLES, *OTHER_DEVICES, *OTHER_FORMATS, "scipy.sparse"),
        *OTHER_METHODS,
    ),
    "bfs small.txt --source 0 --format json": ("rich", "scipy.sparse"),
    "bfs small.txt --source 0 --strategy nosuch": OTHER_METHODS,
    "sssp small.txt --source 0": (*PLOTS_AND_TABLES, *OTHER_DEVICES, *OTHER_FORMATS, "scipy.sparse"),
}
PROGRAM = (
    "import json, sys; from wavefront.cli import main; main(sys.argv[1:]); print(json.dumps([*sys.modules]))"
)


def loaded_by(command, folder):
    """The modules that are loaded at the end of this command."""
    (folder / "small.txt").write_text("0 1\n1 2\n")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command.split()],
        cwd=folder,
        env=os.environ | {"TERM": "dumb"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def within(roots, names):
    return [name for name in names if any(name == root or name.startswith(f"{root}.") for root in roots)]


@pytest.mark.skipif(SIMULATED, reason="the simulator imports Numba's CUDA")
@pytest.mark.parametrize("command", UNUSED)
def test_a_command_imports_no_more_than_it_uses(command, tmp_path):
    assert not within(UNUSED[command], loaded_by(command, tmp_path))


@pytest.mark.skipif(SIMULATED, reason="the simulator imports Numba's CUDA")
def test_a_search_whose_code_is_kept_imports_nothing_that_compiles(tmp_path):
    search = "bfs small.txt --source 0"
    loaded_by(search, tmp_path)  # compiles, unless another test has
    assert not within(COMPILING, loaded_by(search, tmp_path))
