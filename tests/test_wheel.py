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
    files = [
        "**/*.py",
        "**/*.pyi",
        "**/*.ptx.zlib",
        *(f"looking/page/*.{suffix}" for suffix in ("js", "css", "html")),
    ]
    package = ROOT / "src/wavefront"
    sources = {f"wavefront/{path.relative_to(package)}" for name in files for path in package.glob(name)}
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


@pytest.mark.soak
def test_a_precompiled_one_holds_code_for_its_python_and_platform(tmp_path):
    command = [
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        str(tmp_path),
        str(ROOT),
    ]
    environment = os.environ | {"WAVEFRONT_PRECOMPILE": "1", "WAVEFRONT_PRECOMPILE_ONLY": "bfs"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = tmp_path.glob("wavefront-*.whl")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert path.name.endswith(f"-{python}-{python}-manylinux_2_17_x86_64.whl")
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    kernels = [name for name in names if name.startswith("wavefront/precompiled/cpu_")]
    assert any("_search_alone_" in name for name in kernels)
    assert "wavefront/__init__.py" in names
