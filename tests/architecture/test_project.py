"""The project's own files agree with each other: locks with ranges, links with files."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import packages_distributions, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES = ("rules", "vision", "calibration", "companion")
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("sample_images/*.md"))
)


def lines_of(name: str) -> list[str]:
    """Return the lines of a list of requirements; one that goes on in the next is one."""
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def locked(name: str) -> dict[str, Requirement]:
    lines = lines_of(name)
    wanted = [Requirement(line.partition(" --hash")[0]) for line in lines if line[0] not in "#-"]
    return {canonicalize_name(requirement.name): requirement for requirement in wanted}


def test_what_the_project_needs_is_locked_within_its_range() -> None:
    pins = locked("requirements.txt")
    needed = PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]
    for requirement in map(Requirement, needed):
        (pin,) = pins[canonicalize_name(requirement.name)].specifier
        assert pin.operator == "=="
        assert pin.version in requirement.specifier


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_pin_has_hashes_and_no_host_is_named(name: str) -> None:
    """What is installed is what was tried, wherever it comes from."""
    pins = [line for line in lines_of(name) if line[0] not in "#-"]
    assert pins
    for pin in pins:
        assert re.search(r"==\S+.* --hash=sha256:[0-9a-f]{64}", pin), pin
    assert "://" not in (ROOT / name).read_text("utf-8")


def test_tests_run_on_the_locked_versions() -> None:
    for name, requirement in {
        **locked("requirements.txt"),
        **locked("requirements-dev.txt"),
    }.items():
        if requirement.marker is None or requirement.marker.evaluate():
            assert version(name) in requirement.specifier


def test_the_tools_of_the_pages_are_locked_and_named() -> None:
    """Exact versions, for checking alone; the lock names no host to get them from."""
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    reasons = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    assert "dependencies" not in package
    assert package["devDependencies"] == lock[""]["devDependencies"]
    for name, pin in package["devDependencies"].items():
        assert lock[f"node_modules/{name}"]["version"] == pin
        assert re.search(rf"^\|.*\b{name.lstrip('@')}\b.*\|", reasons, re.MULTILINE), name
    assert not [name for name, entry in lock.items() if "resolved" in entry]


@cache
def distributions() -> Mapping[str, list[str]]:
    """Return the distributions that modules come from; finding them takes a while."""
    return packages_distributions()


def imported_by(path: Path) -> set[str]:
    """Return the distributions that a module imports from, by their standard names."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module)
    found = distributions()
    tops = {module.partition(".")[0] for module in modules} - set(PACKAGES)
    tops -= sys.stdlib_module_names
    return {canonicalize_name(found[top][0]) if top in found else top for top in tops}


def test_what_the_packages_import_is_what_the_project_needs() -> None:
    """Werkzeug is Flask's other half; torch is for training alone, an extra."""
    needed = {canonicalize_name(Requirement(d).name) for d in PROJECT["project"]["dependencies"]}
    imported = {
        str(path.relative_to(ROOT)): imported_by(path)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    }
    unasked = {name: found - needed - {"werkzeug"} for name, found in imported.items()}
    assert not {name: found for name, found in unasked.items() if found}
    assert set.union(*imported.values()) >= needed


def test_training_is_in_no_lock() -> None:
    extra = PROJECT["project"]["optional-dependencies"]["train"]
    training = {canonicalize_name(Requirement(line).name) for line in extra}
    assert training
    assert not training & (
        locked("requirements.txt").keys() | locked("requirements-dev.txt").keys()
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8"))
    missing = [
        link
        for link in links
        if "://" not in link and not (document.parent / link.partition("#")[0]).exists()
    ]
    assert not missing


def test_every_sample_has_its_truth_and_its_line() -> None:
    folder = ROOT / "sample_images"
    described = re.findall(r"^\| `(\w+)`", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    photos = {path.stem for path in folder.glob("*.jpg")}
    assert photos == set(described)
    assert photos == {path.stem for path in folder.glob("*.json")} - {"index"}
    assert sum(path.stat().st_size for path in folder.iterdir()) < 6_000_000


def test_the_readme_says_the_figures_that_were_measured() -> None:
    """`make accuracy` writes both; they cannot contradict each other."""
    readme = (ROOT / "README.md").read_text("utf-8")
    figures = readme.partition("<!-- figures -->\n")[2].partition("\n<!-- /figures -->")[0]
    assert re.match(r"\d+ photos: \d+ read exactly", figures)
    assert figures in (ROOT / "docs" / "accuracy.md").read_text("utf-8").splitlines()
