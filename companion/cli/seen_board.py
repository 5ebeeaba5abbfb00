"""The board that a command is to look at: of a file, or seen on a photo."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.cli.documents import DocumentError, one_of, read_bytes, text_of
from companion.cli.score import is_photo
from companion.words.language import gettext as _
from rules import Board, BoardFormatError, board_from_json

if TYPE_CHECKING:
    from vision.reading import ClusterReading, Reading


class SeenBoard(NamedTuple):
    """A board that is to be analysed, and why it may not be the one on the table."""

    board: Board
    name: str | None = None
    doubt: str | None = None


def seen_board(path: str) -> SeenBoard | str:
    """Return the board of a file, or why there is none."""
    try:
        content = read_bytes(path)
        if is_photo(path, content):
            return _seen_on_photo(path, content)
        data, name = one_of(text_of(content, path), path, "one board at a time"), None
    except DocumentError as error:
        return str(error)
    if isinstance(data, dict):
        name = data["name"] if isinstance(data.get("name"), str) else None
        data = data.get("board", data)
    try:
        return SeenBoard(board_from_json(data), name)
    except BoardFormatError as error:
        return f"{path}: {error}"


def _seen_on_photo(path: str, content: bytes) -> SeenBoard | str:
    from vision.pictures.images import ImageError, decode_image
    from vision.readers.reader import Reader

    try:
        reading = Reader().read(decode_image(content, path))
    except ImageError as error:
        return str(error)
    if not reading.clusters:
        return f"{path} shows no tiles to analyse."
    largest = reading.clusters[0]
    return SeenBoard(largest.board(), doubt=_doubt(reading, largest))


def _doubt(reading: Reading, cluster: ClusterReading) -> str | None:
    """Return why the board that was read may not be the one on the table, None where it is."""
    if not reading.sure or not all(tile.sure for tile in cluster.tiles):
        return str(reading.reason or _("some tiles are not sure"))
    if cluster.hidden:
        cells = ", ".join(f"({q}, {r})" for q, r in sorted(cluster.hidden))
        return _("a tile may lie on what is hidden: {cells}; uncover it", cells=cells)
    return None
