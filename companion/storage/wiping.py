"""What was removed is gone from the files as well, not only from the tables."""

from __future__ import annotations

import sqlite3

from companion.storage.transaction import rows


def wipe(connection: sqlite3.Connection) -> bool:
    """Empty the log, in which what was removed still stands; tell whether that was done.

    Every connection writes zeros over what it removes (``secure_delete``), first into the log. A
    checkpoint brings them into the file and cuts the log off. It waits for who is reading just now,
    ten seconds at most; where somebody reads for longer, it is done at the next time, or when the
    last connection is closed.

    Raises
    ------
    DataError
        If the files cannot be written.
    """
    return not rows(connection, "PRAGMA wal_checkpoint(TRUNCATE)")[0]["busy"]
