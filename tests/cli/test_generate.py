import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.parametrize(
    ("arguments", "make"),
    [
        (["kronecker", "--scale", 6], lambda: generators.kronecker(6)),
        (
            ["kronecker", "--scale", 6, "--edge-factor", 4, "--seed", 9, "--directed"],
            lambda: generators.kronecker(6, 4, 9, directed=True),
        ),
        (
            ["uniform", "--num-vertices", 50, "--num-edges", 99, "--seed", 1],
            lambda: generators.uniform(50, 99, 1),
        ),
        (["grid", "--rows", 3, "--cols", 5], lambda: generators.grid(3, 5)),
        (["grid", "--rows", 3, "--cols", 5, "--layers", 2], lambda: generators.grid(2, 3, 5)),
        (
            ["small-world", "--num-vertices", 40, "--degree", 6, "--rewire", 0.3, "--seed", 2],
            lambda: generators.small_world(40, 6, 0.3, 2),
        ),
        (["star", "--num-vertices", 9], lambda: generators.star(9)),
        (["path", "--num-vertices", 9], lambda: generators.path(9)),
        (["cycle", "--num-vertices", 9], lambda: generators.cycle(9)),
        (["complete", "--num-vertices", 9], lambda: generators.complete(9)),
        (["book"], generators.book_graph),
        (["book", "--small"], generators.small_book_graph),
    ],
)
def test_the_file_holds_the_generators_graph(arguments, make, command_json, tmp_path):
    path = tmp_path / "graph.npz"
    report = command_json("generate", *arguments, path)
    graph, expected = wf.read(path), make()
    assert graph.csr.src_ptr.tolist() == expected.csr.src_ptr.tolist()
    assert graph.csr.dst.tolist() == expected.csr.dst.tolist()
    assert report["output"] == str(path)
    assert (report["graph"]["num_vertices"], report["graph"]["num_edges"]) == (
        expected.num_vertices,
        expected.num_edges,
    )
    assert report["bytes"] == path.stat().st_size


def test_text_and_a_folder_as_output(command, tmp_path):
    path = tmp_path / "graph.npy"
    text = command("generate", "kronecker", "--scale", 8, path).out
    size = sum(file.stat().st_size for file in path.iterdir())
    assert f"{size:,} bytes" in text.replace("\n", "")
    assert "256 vertices" in text
    assert wf.read(path).num_vertices == 256


def test_output_format_overrules_the_name(command, tmp_path):
    command("generate", "star", "--num-vertices", 4, tmp_path / "star.dat", "--output-format", "mtx")
    assert (tmp_path / "star.dat").read_text().startswith("%%MatrixMarket")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["kronecker", "--scale", 50], "bytes of memory"),
        (["kronecker", "--scale", -1], "scale must be"),
        (["cycle", "--num-vertices", 2], "3 or more"),
        (["small-world", "--num-vertices", 10, "--degree", 3], "even"),
    ],
)
def test_bad_arguments(arguments, problem, command, tmp_path):
    result = command("generate", *arguments, tmp_path / "graph.npz", status=2)
    assert problem in result.err
    assert not list(tmp_path.iterdir())


def test_an_unknown_suffix_writes_nothing(command, tmp_path):
    assert (
        "graph.docx"
        in command("generate", "star", "--num-vertices", 4, tmp_path / "graph.docx", status=2).err
    )
    assert not list(tmp_path.iterdir())
