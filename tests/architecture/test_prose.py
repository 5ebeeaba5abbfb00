"""Documents and docstrings keep to short, plain sentences and to lines that fit a screen."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "vision", "calibration", "companion", "training")
LONGEST_SENTENCE = 45
"""Words."""
MOST_ON_AVERAGE = 22
"""Words a sentence, over a document."""
LONGEST_LINE = 120
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "sample_images/*.md", "vision/**/*.md")
    for path in ROOT.glob(pattern)
)
_END = re.compile(r"(?<=[.!?])[\"”)*_]*\s+(?=[\"“(*_]*[A-Z0-9])")


def sentences(paragraph: str) -> list[str]:
    """Split a paragraph; what stands in backticks is one word, a link its text."""
    text = re.sub(r"`+[^`]*`+", "Code", paragraph)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return [sentence for sentence in _END.split(text) if sentence.strip()]


def paragraphs(markdown: str) -> Iterator[str]:
    """Give the prose of a document: paragraphs, list items and the cells of tables."""
    is_code = False
    lines: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        is_fence = line.startswith("```")
        begins = re.match(r"\s*([-*]|\d+\.)\s+", line)
        is_prose = not (is_code or is_fence or line.startswith(("#", "|", "<!--")))
        if begins or not line.strip() or not is_prose or (not lines and line.startswith("    ")):
            if lines:
                yield " ".join(lines)
            lines = []
        is_code ^= is_fence
        if line.startswith("|"):
            yield from (cell.strip() for cell in line.strip("|").split("|"))
        elif line.strip() and is_prose and (lines or begins or not line.startswith("    ")):
            lines.append(line[begins.end() :] if begins else line.strip())


def docstrings(code: str) -> Iterator[str]:
    """Give the paragraphs of all docstrings of a module, without numpydoc's headings."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, kinds):
            text = re.sub(r"^.*\n-{3,}$", "", ast.get_docstring(node) or "", flags=re.MULTILINE)
            # an entry of a list of parameters is a paragraph of its own
            yield from re.split(r"\n\s*\n|\n(?=\S)(?<=:\n)|\n(?=[\w, ]+\n {4})", text)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_are_easy_to_read(document: Path) -> None:
    """Tables, links to pictures, and code are as long as they must be."""
    text = document.read_text("utf-8")
    words = {
        sentence: len(sentence.split())
        for paragraph in paragraphs(text)
        for sentence in sentences(paragraph)
    }
    assert words
    assert [sentence for sentence, count in words.items() if count > LONGEST_SENTENCE] == []
    assert mean(words.values()) < MOST_ON_AVERAGE
    long = [
        line
        for line in text.splitlines()
        if len(line) >= LONGEST_LINE and not line.startswith(("|", "![", "    "))
    ]
    assert long == []


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_are_easy_to_read(package: str) -> None:
    words = {
        (str(path.relative_to(ROOT)), sentence): len(sentence.split())
        for path in (ROOT / package).rglob("*.py")
        for paragraph in docstrings(path.read_text("utf-8"))
        for sentence in sentences(paragraph)
    }
    assert [place for place, count in words.items() if count > LONGEST_SENTENCE] == []
    assert mean(words.values()) < MOST_ON_AVERAGE
