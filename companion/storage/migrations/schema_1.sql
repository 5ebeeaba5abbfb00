-- What the companion keeps, in its first version; schema_2.sql adds to it, and so on (database.py).

-- One reading of one photo, at an address of its own for good.
CREATE TABLE reading (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,                          -- what the photo was called
    read_at TEXT NOT NULL,                       -- ISO 8601, UTC
    reading TEXT NOT NULL CHECK (json_valid(reading))
) STRICT;

-- The photo a reading was made from: upright, as JPEG, without the camera's notes on place and owner.
CREATE TABLE photo (
    reading_id INTEGER PRIMARY KEY REFERENCES reading (id) ON DELETE CASCADE,
    thumbnail BLOB NOT NULL,
    jpeg BLOB NOT NULL
) STRICT;
