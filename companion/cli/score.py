"""``palago score``: closed shapes, islands, mismatches and holes of boards or photos."""

from __future__ import annotations

import argparse
import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cli.documents import Document, DocumentError, documents, read_bytes, text_of
from companion.cli.output import DONE, NOT_ALL_DONE, Status, complain, print_json, show
from companion.photos.scoring import score_to_json
from companion.words.findings import Finding, find_in_cluster, find_on_board, summarise
from rules import Board, BoardFormatError, analyse, analysis_to_json, board_from_json

_EXAMPLE = """A FILE is Board JSON, {"name", "board"} objects, JSON lines of either, or a photo;
- is standard input. Of a photo the largest cluster is scored; the others stand under "others".

examples:
  palago score position.json
  palago score --json positions.jsonl
  palago score table.jpg
"""

_PICTURE_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".heic"}
_LOOKED_AT = 4096
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BEFORE_JSON = codecs.BOM_UTF8 + b" \t\r\n\0"
"""What may stand before the first bracket, in text that is not UTF-8 as well."""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago score`` does and takes."""
    parser.description = (
        "Name the closed shapes, islands, mismatches and holes of boards or photos."
    )
    parser.epilog = _EXAMPLE
    parser.add_argument("files", nargs="+", metavar="FILE", help="boards as JSON, or a photo")
    parser.add_argument("--json", action="store_true", help="print one JSON object a board")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Score the files, in the order given."""
    photos = PhotoScorer()
    status: Status = DONE
    for path in options.files:
        for answer in _answers(path, photos):
            if "error" in answer.data:
                status = NOT_ALL_DONE
                complain(answer.data["error"])
            if options.json:
                print_json(answer.data)
            elif "error" not in answer.data:
                show(answer.text)
    return status


class Answer:
    """One answer: as JSON data, and as lines for people."""

    def __init__(self, data: dict[str, Any], text: str = "") -> None:
        self.data = data
        self.text = text


def is_photo(path: str, content: bytes) -> bool:
    """Tell whether a file is to be read as a picture: by what is in it, then by how it is named."""
    start = content[:_LOOKED_AT]
    if start.startswith(_UTF_16) or start.lstrip(_BEFORE_JSON)[:1] in (b"{", b"["):
        return False
    is_text = b"\0" not in start and _is_utf8(start)
    return _is_named_as_photo(path) or not is_text


def _is_named_as_photo(path: str) -> bool:
    return Path(path).suffix.lower() in _PICTURE_ENDINGS


def _is_utf8(start: bytes) -> bool:
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        # A character that the end of what was looked at cuts in two is no fault.
        return error.start > len(start) - 4 and error.reason == "unexpected end of data"
    return True


class PhotoScorer:
    """Scores photos; loads the reader when the first one comes."""

    def __init__(self) -> None:
        self._reader: Any = None

    def answers(self, path: str, content: bytes) -> Iterator[Answer]:
        """Yield the answer for one photo; ``content`` is what is in its file."""
        from vision.pictures.images import ImageError, decode_image

        try:
            image = decode_image(content, path)
        except ImageError as error:
            yield Answer({"image": path, "error": str(error), "sure": False})
            return
        if self._reader is None:
            from vision.readers.reader import Reader

            self._reader = Reader()
        reading = self._reader.read(image)
        lines = [] if reading.clusters else [f"{path}: no tiles"]
        for number, cluster in enumerate(reading.clusters, 1):
            name = path if len(reading.clusters) == 1 else f"{path}, cluster {number}"
            lines.append(_text(name, cluster.board(), find_in_cluster(cluster)))
        if reading.reason:
            lines.append(f"  Not sure: {reading.reason}")
        yield Answer({"image": path, **score_to_json(reading)}, "\n".join(lines))


def _answers(path: str, photos: PhotoScorer) -> Iterator[Answer]:
    """Yield the answers for a file, which is read once: a pipe cannot be read again."""
    try:
        content = read_bytes(path)
        if is_photo(path, content):
            yield from photos.answers(path, content)
            return
        text = text_of(content, path)
    except DocumentError as error:
        if _is_named_as_photo(path):
            yield Answer({"image": path, "error": str(error), "sure": False})
        else:
            yield Answer({"name": path, "error": str(error)})
        return
    for document in documents(text, path):
        yield _board_answer(document)


def _board_answer(document: Document) -> Answer:
    if document.error is not None:
        return Answer({"name": document.name, "error": document.error})
    data, name = document.data, document.name
    if isinstance(data, dict):
        name = data.get("name", name)
        data = data.get("board", data)
    try:
        board = board_from_json(data)
    except BoardFormatError as error:
        where = document.name if name == document.name else f"{document.name} ({name})"
        return Answer({"name": name, "error": f"{where}: {error}"})
    score = analysis_to_json(analyse(board))
    return Answer({"name": name, **score}, _text(str(name), board, find_on_board(board)))


def _text(name: str, board: Board, findings: tuple[Finding, ...]) -> str:
    lines = [f"{name}: {summarise(analyse(board), len(board))}"]
    for finding in findings:
        doubt = " (not sure)" if finding.needs_a_doubt else ""
        lines.append(f"  {finding.title}{doubt}")
        lines.extend(f"    {detail}" for detail in finding.details)
    return "\n".join(lines)
