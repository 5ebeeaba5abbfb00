-- When the companion followed a game last, told every few seconds while it does (companion/live/heartbeat.py).
CREATE TABLE IF NOT EXISTS alive (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    at TEXT NOT NULL                             -- ISO 8601, UTC
) STRICT;

-- From when to when nobody followed a game that went on later: the companion was off, or its computer
-- slept. The players' clocks stand still in that time. Of earlier versions nothing of it is known.
CREATE TABLE IF NOT EXISTS absence (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    since TEXT NOT NULL,                         -- ISO 8601, UTC
    until TEXT NOT NULL,
    PRIMARY KEY (game_id, since)
) STRICT, WITHOUT ROWID;
