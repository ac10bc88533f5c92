"""Compiles what default calls need into a wheel for one platform: a hook of the build, off by default.

    WAVEFRONT_PRECOMPILE=1 python -m build --wheel --no-isolation

The wheel is for this Python and, beside the source code that serves any, brings machine code for the Numba
installed here and every processor of the baseline: docs/decisions/0016-precompiled-code.md.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BASELINE = "x86-64-v3"  # as in src/wavefront/compiler/code_files.py
# Numba's wheels, which the code is called by, need as much. Not tried on another system than the build's.
PLATFORM = "manylinux_2_17_x86_64"


class Precompile(BuildHookInterface):
    """Adds the folder of compiled code to the wheel, and names the wheel after what it serves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, if asked for."""
        if os.environ.get("WAVEFRONT_PRECOMPILE") != "1":
            return
        self._folder = TemporaryDirectory()
        settings = {
            "WAVEFRONT_CACHE_DIR": self._folder.name,
            "NUMBA_CPU_NAME": BASELINE,
            "NUMBA_CPU_FEATURES": "",
            "PYTHONPATH": str(Path(self.root, "src")),
        }
        only = os.environ.get("WAVEFRONT_PRECOMPILE_ONLY")  # algorithms, for a test
        command = [sys.executable, "-m", "wavefront", "warmup", *(["--only", only] if only else [])]
        subprocess.run(command, env=os.environ | settings, check=True)
        build_data["force_include"][self._folder.name] = "wavefront/precompiled"
        build_data["pure_python"] = False
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        build_data["tag"] = f"{python}-{python}-{PLATFORM}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the folder, which the wheel now holds."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
