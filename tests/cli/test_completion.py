"""What a shell's completion gets from the command line."""

import pytest


@pytest.fixture
def completed(command, monkeypatch):
    def run(line):
        words = line.split()
        monkeypatch.setenv("_WAVEFRONT_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - (not line.endswith(" "))))
        return command().out.split()

    return run


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("wavefront ben", ["bench"]),
        ("wavefront b", ["bfs", "bench", "bellman-ford", "betweenness", "biconnected"]),
        ("wavefront bfs --dev", ["--device"]),
        ("wavefront pagerank --edge", ["--edge-columns"]),
        ("wavefront generate kro", ["kronecker"]),
        ("wavefront bfs --format j", ["json"]),
    ],
)
def test_commands_options_and_values(line, expected, completed):
    assert sorted(completed(line)) == sorted(expected)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(shell, command, monkeypatch):
    monkeypatch.setenv("_WAVEFRONT_COMPLETE", f"source_{shell}")
    script = command().out
    assert "_WAVEFRONT_COMPLETE=complete_" + shell in script
    assert "wavefront" in script


@pytest.mark.parametrize("arguments", [(), ("bfs",), ("pagerank",), ("generate",), ("generate", "grid")])
def test_h_is_help(arguments, command):
    assert command(*arguments, "-h").out == command(*arguments, "--help").out
