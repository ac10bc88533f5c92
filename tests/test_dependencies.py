"""The upper bounds of what the package depends on."""

import importlib.util
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

pytest.importorskip("packaging")
spec = importlib.util.spec_from_file_location("outdated", Path(__file__).parents[1] / ".ci/outdated.py")
outdated = importlib.util.module_from_spec(spec)
spec.loader.exec_module(outdated)


def test_what_is_installed_is_within_the_bounds():
    bounded = outdated.bounded(outdated.stated())
    assert bounded.keys() >= {"numpy", "numba", "llvmlite", "numba-cuda"}
    for name, requirement in bounded.items():
        try:
            assert version(name) in requirement.specifier
        except PackageNotFoundError:
            assert name == "numba-cuda"  # which only Linux has


def test_a_version_beyond_its_bound_is_told():
    index = {"numba": "0.69.0", "scipy": "9.0", "numpy": "2.4.9"}
    requirements = ["numba>=0.61,<0.69", "scipy>=1.13", "numpy>=1.26,<2.5"]
    assert list(outdated.newer(requirements, index.get)) == ["numba 0.69.0 is newer than <0.69,>=0.61"]
