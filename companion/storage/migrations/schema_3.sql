-- Games as they were played on a table. Of a game everything is kept: what was seen and what people
-- did (inputs), and what the referee said about it (events). Rows of `entry` are never changed.

CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,                    -- the same wherever the game is exported to
    game TEXT NOT NULL,                          -- palago, palagem or palagonia
    options TEXT NOT NULL CHECK (json_valid(options)),
    started_at TEXT NOT NULL,                    -- ISO 8601, UTC
    ended_at TEXT                                -- none while it is being played
) STRICT;

CREATE TABLE player (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 1),     -- in the order of play
    name TEXT NOT NULL,
    color TEXT,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, name)
) STRICT, WITHOUT ROWID;

-- Pictures kept as evidence. One that several entries show is there once. `jpeg` is NULL where it was
-- given up to keep the game within its bound, or was left out of the export it came from.
CREATE TABLE picture (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1), -- within the game
    sha256 TEXT NOT NULL,                        -- of the JPEG, kept or not
    width INTEGER NOT NULL,                      -- pixels
    height INTEGER NOT NULL,
    jpeg BLOB,
    UNIQUE (game_id, number),
    UNIQUE (game_id, sha256)
) STRICT;

CREATE TABLE entry (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1), -- within the game, without gaps
    source TEXT NOT NULL CHECK (source IN ('input', 'event')),
    kind TEXT NOT NULL,
    t REAL NOT NULL,                             -- seconds into the game, as the referee counts them
    frame INTEGER,                               -- which frame of the camera or video
    at TEXT NOT NULL,                            -- ISO 8601, UTC
    cause INTEGER CHECK (cause < number),        -- an event's last input; none where it had none
    before INTEGER,                              -- pictures of the table, by their numbers
    after INTEGER,
    data TEXT NOT NULL CHECK (json_valid(data)),
    reading TEXT CHECK (reading IS NULL OR json_valid(reading)),
    PRIMARY KEY (game_id, number),
    FOREIGN KEY (game_id, before) REFERENCES picture (game_id, number),
    FOREIGN KEY (game_id, after) REFERENCES picture (game_id, number)
) STRICT;

CREATE INDEX entry_of_kind ON entry (game_id, source, kind, number);
CREATE INDEX entry_before ON entry (game_id, before) WHERE before IS NOT NULL;
CREATE INDEX entry_after ON entry (game_id, after) WHERE after IS NOT NULL;

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN
    SELECT RAISE(ABORT, 'an entry of a game is never changed');
END;

-- Whoever deletes a game deletes its entries with it; by then its row is gone.
CREATE TRIGGER entry_is_never_removed BEFORE DELETE ON entry
WHEN EXISTS (SELECT 1 FROM game WHERE id = OLD.game_id)
BEGIN
    SELECT RAISE(ABORT, 'an entry of a game is never removed');
END;
