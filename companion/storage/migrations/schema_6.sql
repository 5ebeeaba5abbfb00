-- A chain over the entries of each game: every link is a digest of the one before and of all there is
-- to an entry, so that a change that nobody made is found (companion/record/chain.py). Link 0 is of
-- the game's beginning; link -1, of an ended game, of its end.
CREATE TABLE link (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= -1),
    digest TEXT NOT NULL,                        -- SHA-256, 64 hexadecimal digits
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
