-- Tournaments of a club (companion/tournaments). Who plays whom is kept when a round is paired. What
-- came of a game that was played at a table here stands in the game's own record; `tournament_result`
-- has what people say, and what came of games that were removed since. The last row of a pairing
-- counts; one without a result takes those before it back.
CREATE TABLE IF NOT EXISTS tournament (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    game TEXT NOT NULL,                          -- palago or palagem
    rounds INTEGER NOT NULL CHECK (rounds >= 1), -- as many are to be played
    begun_at TEXT NOT NULL                       -- ISO 8601, UTC
) STRICT;

CREATE TABLE IF NOT EXISTS tournament_player (
    tournament_id INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1), -- in the order of the list, within the tournament
    name TEXT NOT NULL,
    joined INTEGER NOT NULL CHECK (joined >= 1), -- the first round that they are paired in
    here INTEGER NOT NULL CHECK (here IN (0, 1)),
    PRIMARY KEY (tournament_id, number),
    UNIQUE (tournament_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS tournament_pairing (
    tournament_id INTEGER NOT NULL,
    round INTEGER NOT NULL CHECK (round >= 1),
    board INTEGER NOT NULL CHECK (board >= 1),   -- the number of the table
    first INTEGER NOT NULL,                      -- who begins; in Palago they play white
    second INTEGER,                              -- none for who has a bye
    PRIMARY KEY (tournament_id, round, board),
    FOREIGN KEY (tournament_id) REFERENCES tournament (id) ON DELETE CASCADE,
    FOREIGN KEY (tournament_id, first) REFERENCES tournament_player (tournament_id, number),
    FOREIGN KEY (tournament_id, second) REFERENCES tournament_player (tournament_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS tournament_game (
    tournament_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    game_id INTEGER NOT NULL UNIQUE REFERENCES game (id) ON DELETE CASCADE,
    first_seat INTEGER NOT NULL CHECK (first_seat IN (1, 2)), -- where the first of the pairing sits
    PRIMARY KEY (tournament_id, round, board),
    FOREIGN KEY (tournament_id, round, board)
        REFERENCES tournament_pairing (tournament_id, round, board) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS tournament_result (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id INTEGER NOT NULL,
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    told_at TEXT NOT NULL,                       -- ISO 8601, UTC
    told_by TEXT NOT NULL CHECK (told_by IN ('people', 'game')),
    result TEXT CHECK (result IN ('first', 'second', 'draw', 'nobody')),
    FOREIGN KEY (tournament_id, round, board)
        REFERENCES tournament_pairing (tournament_id, round, board) ON DELETE CASCADE
) STRICT;

CREATE INDEX IF NOT EXISTS tournament_result_of ON tournament_result (tournament_id, round, board);
