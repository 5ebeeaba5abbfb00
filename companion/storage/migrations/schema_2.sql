-- What people put right in readings. Nothing is ever overwritten: the last row of a reading counts,
-- and one without a correction takes those before it back.
CREATE TABLE correction (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reading_id INTEGER NOT NULL REFERENCES reading (id) ON DELETE CASCADE,
    made_at TEXT NOT NULL,                       -- ISO 8601, UTC
    correction TEXT CHECK (correction IS NULL OR json_valid(correction))
) STRICT;

CREATE INDEX correction_of_reading ON correction (reading_id);
