"""The printed rules as text: ``booklet/GAME.LANGUAGE.md``, in a small part of Markdown.

``# title``, ``## heading``, ``- item``, ``*subtitle*``, paragraphs with ``**bold**`` words, and
``![name name]``: figures of ``calibration.figures``, side by side. A blank line ends every block.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from calibration.languages import typeset

BlockKind = Literal["title", "subtitle", "heading", "item", "paragraph", "figures"]


@dataclass(frozen=True)
class Block:
    """A block of text, with ``<b>`` round what is bold; of figures ``text`` has the names."""

    kind: BlockKind
    text: str


def booklet_text(game: str, language: str) -> tuple[Block, ...]:
    """Return the rules of a game in a language."""
    source = files("calibration.printing") / "booklet" / f"{game}.{language}.md"
    text = typeset(source.read_text("utf-8"), language)
    return tuple(_block(line) for line in text.splitlines() if line)


def _block(line: str) -> Block:
    figures = re.fullmatch(r"!\[([\w -]+)\]", line)
    if figures:
        return Block("figures", figures[1])
    if line.startswith("## "):
        return Block("heading", _marked_up(line[3:]))
    if line.startswith("# "):
        return Block("title", _marked_up(line[2:]))
    if line.startswith("- "):
        return Block("item", _marked_up(line[2:]))
    subtitle = re.fullmatch(r"\*([^*]+)\*", line)
    if subtitle:
        return Block("subtitle", _marked_up(subtitle[1]))
    return Block("paragraph", _marked_up(line))


def _marked_up(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", escaped)
