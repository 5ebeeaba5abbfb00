-- By what a game is followed, as long as somebody wants it to be: when the companion is started again
-- it goes on with these. It is about this machine and no part of the game's record.
CREATE TABLE followed (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    since TEXT NOT NULL,                         -- ISO 8601, UTC
    source TEXT NOT NULL CHECK (json_valid(source))
) STRICT;
