"""Rules of the tree: short package files, one door to CUDA, short files, mirrored tests."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src/wavefront"
FILES = sorted(SOURCE.rglob("*.py"))
PACKAGES = [path for path in FILES if path.name == "__init__.py"]
MOST_LINES = 299
MOST_DOCSTRING_LINES = 10
MOST_FUNCTION_LINES = 60  # without the docstring
MOST_ARGUMENTS = 6  # of a kernel's function in strategies/fused/cpu and cuda
# Code beyond imports: the public names, which are loaded when asked for, and the command line's app.
WITH_CODE = ["__init__.py"]
NAMES_CUDA = ["compiler/numba_cuda.py"]
NAMES_LLVMLITE = ["atomics.py", "intrinsics/"]
# The last are names within Numba's CUDA module.
CUDA = re.compile(
    r"numba\s*\.\s*cuda|^\s*(from|import)\s+numba_cuda\b"
    r"|from\s+numba\s+import\s*(\([^)]*|[^\n(]*)\bcuda\b"
    r"|config\.ENABLE_CUDASIM|\bcudadrv\b|\b_get_kernel_context\b",
    re.MULTILINE,
)

# Folders of tests: of the pages and examples; of damaged files and random graphs; of what needs a GPU.
NO_PACKAGES = ["docs", "fuzz", "gpu"]
OF_SEVERAL_FILES = [
    "algorithms/test_gpu_memory.py",
    "cli/test_completion.py",
    "cli/test_exit_status.py",
    "cli/test_printed_labels.py",
    "io/test_damage.py",
    "io/test_hostile_files.py",
    "io/test_round_trip.py",
    "looking/test_page.py",
    "looking/test_page_shown.py",
    "looking/test_charts_shown.py",
    "networkx_backend/test_equal.py",
    "strategies/fused/test_interleaved.py",
]


def place(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PACKAGES, ids=place)
def test_a_package_says_what_lives_there(path):
    tree = ast.parse(text_of(path))
    docstring = ast.get_docstring(tree, clean=False)
    assert docstring
    assert len(docstring.splitlines()) <= MOST_DOCSTRING_LINES
    if place(path) not in WITH_CODE:
        allowed = ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign
        assert not [ast.unparse(node) for node in tree.body[1:] if not isinstance(node, allowed)]


def test_one_file_names_numbas_cuda():
    others = [path for path in FILES if place(path) not in NAMES_CUDA]
    assert not [(place(path), found[0]) for path in others if (found := CUDA.search(text_of(path)))]
    assert CUDA.search(text_of(SOURCE / NAMES_CUDA[0]))


def test_llvmlite_is_named_in_atomics_and_intrinsics_only():
    found = {place(path) for path in FILES if "llvmlite" in text_of(path)}
    assert found
    assert not {name for name in found if not name.startswith(tuple(NAMES_LLVMLITE))}


def test_files_are_of_a_size_to_read():
    lines = {path: len(text_of(path).splitlines()) for path in (*FILES, *TESTS.rglob("*.py"))}
    assert not {path.as_posix(): count for path, count in lines.items() if count > MOST_LINES}


def functions(path: Path):
    return [node for node in ast.walk(ast.parse(text_of(path))) if isinstance(node, ast.FunctionDef)]


def test_functions_fit_a_screen():
    long = []
    for path in FILES:
        for node in functions(path):
            docstring = ast.get_docstring(node, clean=False) or ""
            if node.end_lineno - node.lineno + 1 - len(docstring.splitlines()) > MOST_FUNCTION_LINES:
                long.append((place(path), node.name))
    assert not long


def test_the_fused_searchs_kernels_take_few_arguments():
    found = {
        (place(path), node.name): len(node.args.args)
        for path in (SOURCE / "strategies/fused").rglob("*/*.py")
        for node in functions(path)
    }
    assert found
    assert not {name: count for name, count in found.items() if count > MOST_ARGUMENTS}


def test_tests_mirror_the_packages():
    misplaced = []
    for path in sorted(TESTS.rglob("test_*.py")):
        test = path.relative_to(TESTS)
        if test.parent == Path() or test.parts[0] in NO_PACKAGES or test.as_posix() in OF_SEVERAL_FILES:
            continue
        if test.stem.startswith("test_every_"):  # the table of a package
            continue
        tested = SOURCE / test.parent / test.stem.removeprefix("test_")
        if not tested.with_suffix(".py").is_file() and not (tested / "__init__.py").is_file():
            misplaced.append(test.as_posix())
    assert not misplaced
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("*.py")}
    assert not [
        folder.as_posix()
        for folder in folders
        if folder.as_posix() not in NO_PACKAGES and not (SOURCE / folder / "__init__.py").is_file()
    ]
    assert not [name for name in OF_SEVERAL_FILES if not (TESTS / name).is_file()]
