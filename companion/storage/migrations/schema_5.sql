-- The passes to games that the host took away. A pass is signed and not kept, so it would count again
-- when the companion is started anew.
CREATE TABLE withdrawn_pass (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    pass INTEGER NOT NULL,                       -- by what it is told from others; no secret
    PRIMARY KEY (game_id, pass)
) STRICT, WITHOUT ROWID;
