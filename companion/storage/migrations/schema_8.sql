-- The newest moment at which this computer's clock was believed (companion/live/believed_clock.py).
CREATE TABLE IF NOT EXISTS believed (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    at TEXT NOT NULL                             -- ISO 8601, UTC
) STRICT;

-- When games and photos were first there, as they are, by a clock that is believed. They may be dated
-- earlier than they are, by a clock that was behind; so they are kept from then on at the least.
CREATE TABLE IF NOT EXISTS game_noticed (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    newest INTEGER NOT NULL                      -- the number of the game's newest entry then, or 0
) STRICT;

CREATE TABLE IF NOT EXISTS photo_noticed (
    reading_id INTEGER PRIMARY KEY REFERENCES reading (id) ON DELETE CASCADE,
    at TEXT NOT NULL,
    newest INTEGER NOT NULL                      -- the number of its newest correction then, or 0
) STRICT;

-- What was there before counts as it did.
INSERT OR IGNORE INTO game_noticed
    SELECT id, started_at, coalesce((SELECT max(number) FROM entry WHERE game_id = game.id), 0)
    FROM game;
INSERT OR IGNORE INTO photo_noticed
    SELECT id, read_at, coalesce((SELECT max(id) FROM correction WHERE reading_id = reading.id), 0)
    FROM reading;
