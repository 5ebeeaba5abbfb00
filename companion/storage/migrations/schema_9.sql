-- What the coach found out of a game, so that a second look need not wait (companion/coaching). It is
-- no part of the record: `of` tells the moves that it is of, and it is made anew where they changed.
CREATE TABLE IF NOT EXISTS review (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    of TEXT NOT NULL,                            -- SHA-256, 64 hexadecimal digits
    review TEXT NOT NULL CHECK (json_valid(review))
) STRICT;
