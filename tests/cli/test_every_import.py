"""What commands must not import: a module of this list costs a tenth of a second, or is of no use to them."""

import json
import os
import subprocess
import sys

import pytest
from graphs import SIMULATED

# By command: none of these may be loaded at its end, nor anything within them.
PLOTS_AND_TABLES = ("matplotlib", "networkx", "pandas", "pyarrow", "PIL", "rich.progress")
OTHER_DEVICES = ("cupy", "numba.cuda", "wavefront.strategies.fused.cuda")
OTHER_FORMATS = tuple(
    f"wavefront.io.formats.{name}" for name in ("npy", "npz", "graphml", "metis", "parquet")
)
UNUSED = {
    "--help": ("numpy", "numba", "scipy", "rich"),
    "--version": ("numpy", "numba", "scipy", "rich"),
    "strategies --help": ("numpy", "numba", "scipy", "rich"),
    "bfs --help": ("numpy", "numba", "scipy", "rich"),
    "info small.txt": (*PLOTS_AND_TABLES, *OTHER_DEVICES, *OTHER_FORMATS, "wavefront.algorithms.bfs"),
    "bfs small.txt --source 0": (*PLOTS_AND_TABLES, *OTHER_DEVICES, *OTHER_FORMATS, "scipy.sparse"),
    "bfs small.txt --source 0 --format json": ("rich", "scipy.sparse"),
    "sssp small.txt --source 0": (*PLOTS_AND_TABLES, *OTHER_DEVICES, *OTHER_FORMATS, "scipy.sparse"),
}
PROGRAM = (
    "import json, sys; from wavefront.cli import main; main(sys.argv[1:]); print(json.dumps([*sys.modules]))"
)


@pytest.mark.skipif(SIMULATED, reason="the simulator imports Numba's CUDA")
@pytest.mark.parametrize("command", UNUSED)
def test_a_command_imports_no_more_than_it_uses(command, tmp_path):
    (tmp_path / "small.txt").write_text("0 1\n1 2\n")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command.split()],
        cwd=tmp_path,
        env=os.environ | {"TERM": "dumb"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = json.loads(done.stdout.splitlines()[-1])
    unused = UNUSED[command]
    assert not [
        name for name in loaded if any(name == root or name.startswith(f"{root}.") for root in unused)
    ]
