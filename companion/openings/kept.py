"""What searches have found out, kept in files so that they go on where they stopped.

A search that has come to its end needs its file no more: the proof is kept, and what it took.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.board import Board
from rules.engine.proof_number import KEY_BYTES, Numbers, Table
from rules.fields import FormatError
from rules.proofs.proof import Proof, proof_from_json

_FORMAT: Final = "palago-search-1"


class SearchFileError(ValueError):
    """A file that no search can go on from; says what to do."""


@dataclass
class KeptSearch:
    """The numbers of all positions, and what it took so far.

    Attributes
    ----------
    table
        Proof and disproof numbers.
    nodes
        The positions that were opened.
    seconds
        How long was searched, by all machines together.
    """

    table: Table = field(default_factory=dict)
    nodes: int = 0
    seconds: float = 0.0


def search_to_bytes(search: KeptSearch) -> bytes:
    """Return a search as it is kept in a file."""
    keys, numbers = table_to_arrays(search.table)
    written = io.BytesIO()
    progress = np.array([search.nodes, search.seconds])
    np.savez(written, format=np.array(_FORMAT), keys=keys, numbers=numbers, progress=progress)
    return written.getvalue()


def kept_search(path: Path) -> KeptSearch:
    """Read a search from a file; where there is none it begins anew.

    Raises
    ------
    SearchFileError
        If the file is not what :func:`search_to_bytes` makes.
    """
    if not path.exists():
        return KeptSearch()
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as found:
            if str(found["format"]) != _FORMAT:
                raise ValueError
            table = table_from_arrays(found["keys"], found["numbers"])
            nodes, seconds = found["progress"]
            return KeptSearch(table, int(nodes), float(seconds))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise SearchFileError(
            f"{path} is no search to go on from; move it away to begin anew."
        ) from error


def kept_proof(path: Path, board: Board) -> Proof | None:
    """Read the proof that an opening is lost; None where there is none yet.

    Raises
    ------
    SearchFileError
        If the file is no proof of this opening.
    """
    if not path.exists():
        return None
    try:
        proof = proof_from_json(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, FormatError) as error:
        raise SearchFileError(f"{path} is no proof; move it away to search anew.") from error
    if proof.board != board:
        raise SearchFileError(f"{path} proves another opening; move it away to search anew.")
    return proof


def efforts_to_bytes(searches: Mapping[str, KeptSearch]) -> bytes:
    """Return what the searches of openings took, by the openings' names, as it is kept."""
    efforts = {
        name: {"positions": search.nodes, "seconds": round(search.seconds, 1)}
        for name, search in searches.items()
    }
    return (json.dumps(efforts, indent=1) + "\n").encode()


def kept_efforts(path: Path) -> dict[str, KeptSearch]:
    """Read what the searches of openings took, without what they found.

    Raises
    ------
    SearchFileError
        If the file is not what :func:`efforts_to_bytes` makes.
    """
    if not path.exists():
        return {}
    try:
        return {
            str(name): KeptSearch({}, int(effort["positions"]), float(effort["seconds"]))
            for name, effort in json.loads(path.read_text("utf-8")).items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SearchFileError(f"{path} cannot be read; move it away.") from error


def table_to_arrays(table: Table) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return the keys, (n, 16), and the numbers, (n, 2), of a table."""
    keys = np.frombuffer(b"".join(table), np.uint8).reshape(-1, KEY_BYTES)
    numbers = np.array(list(table.values()), np.int32).reshape(-1, 2)
    return keys, numbers


def table_from_arrays(keys: NDArray[np.uint8], numbers: NDArray[np.int32]) -> Table:
    """Return the table of such arrays.

    Raises
    ------
    ValueError
        If they are none.
    """
    if keys.shape != (len(keys), KEY_BYTES) or numbers.shape != (len(keys), 2):
        raise ValueError
    rows = keys.astype(np.uint8, copy=False)
    pairs = numbers.tolist()
    return {row.tobytes(): Numbers(*pair) for row, pair in zip(rows, pairs, strict=True)}
