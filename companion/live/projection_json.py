"""Where the lattice of a game lies in a picture, as it is kept beside a reading."""

from __future__ import annotations

from vision.lattice.projection import Projection


def projection_to_json(projection: Projection) -> list[list[float]]:
    """Return the matrix of a projection as plain lists; its last number is 1."""
    matrix = projection.matrix / projection.matrix[2, 2]
    rows: list[list[float]] = matrix.tolist()
    return rows


def projection_from_json(data: object) -> Projection | None:
    """Read a projection as it was kept; None where none was.

    Raises
    ------
    TypeError, ValueError
        If the data are no projection.
    """
    return None if data is None else Projection(data)  # type: ignore[arg-type]
