"""The built wheel, outside the source tree: it holds the package and nothing else, and it works."""

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("build") is None or importlib.util.find_spec("hatchling") is None,
    reason="needs build and hatchling",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("wavefront-*.whl")
    return path


def test_it_holds_the_package_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    sources = {
        f"wavefront/{path.relative_to(ROOT / 'src/wavefront')}"
        for suffix in ("py", "pyi", "ptx.zlib")
        for path in ROOT.glob(f"src/wavefront/**/*.{suffix}")
    }
    assert sources | {"wavefront/py.typed"} == {name for name in names if ".dist-info/" not in name}
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_it_works_without_the_source_tree(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    program = (
        "import wavefront as wf; from wavefront import generators;"
        "print(wf.__file__, wf.__version__, wf.bfs(generators.book_graph(), 0).levels.tolist())"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    where, version, levels = done.stdout.split(" ", 2)
    assert where.startswith(str(tmp_path))
    assert version == "0.1.0"
    assert levels == "[0, 1, 1, 2, 2, 2, 2, 2, 3]\n"
