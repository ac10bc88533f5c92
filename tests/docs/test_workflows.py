"""The workflows run commands that the repository has, on the Python versions that it declares."""

import re
import tomllib
from pathlib import Path

import pytest

import wavefront as wf

yaml = pytest.importorskip("yaml", reason="needs PyYAML")

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / ".github/workflows"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def jobs(name):
    return yaml.safe_load((WORKFLOWS / name).read_text())["jobs"]


def commands(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def test_every_python_that_the_package_takes_is_tested():
    tested = jobs("ci.yml")["test"]["strategy"]["matrix"]["python"]
    classifiers = [line.rpartition(" :: ")[2] for line in PROJECT["classifiers"] if ":: Python ::" in line]
    assert tested == classifiers
    least, above = re.fullmatch(r">=(3\.\d+),<3\.(\d+)", PROJECT["requires-python"]).groups()
    assert (tested[0], tested[-1]) == (least, f"3.{int(above) - 1}")


def test_ci_calls_the_script_and_builds_the_pages():
    ci = jobs("ci.yml")
    assert commands(ci["test"]) == [".ci/run"]
    assert commands(ci["docs"]) == ["make docs"]
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_a_release_is_tested_first_and_has_no_secret():
    release = jobs("release.yml")
    assert release["test"]["uses"] == "./.github/workflows/ci.yml"
    assert set(release["publish"]["needs"]) == {"test", "build"}
    assert release["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in (WORKFLOWS / "release.yml").read_text()


def test_the_changelog_and_the_citation_have_this_version():
    assert f"version: {wf.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    changelog = (ROOT / "CHANGELOG.md").read_text()
    (unreleased, *released) = re.findall(r"^## \[(.*?)\]", changelog, re.MULTILINE)
    assert unreleased == "Unreleased"
    assert wf.__version__ in released or f"What is to be {wf.__version__}" in changelog
    sections = set(re.findall(r"^### (.*)", changelog, re.MULTILINE))
    assert sections <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
