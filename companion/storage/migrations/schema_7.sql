-- How long games and photos are kept, as the host chose it; without a row for ever.
CREATE TABLE IF NOT EXISTS retention (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    kept TEXT NOT NULL
) STRICT;

-- Photos that are pictures of a game whose table was misread: whoever removes the game removes them.
CREATE TABLE IF NOT EXISTS misread (
    reading_id INTEGER PRIMARY KEY REFERENCES reading (id) ON DELETE CASCADE,
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX IF NOT EXISTS misread_of_game ON misread (game_id);

CREATE TRIGGER IF NOT EXISTS game_takes_its_photos BEFORE DELETE ON game
BEGIN
    DELETE FROM reading WHERE id IN (SELECT reading_id FROM misread WHERE game_id = OLD.id);
END;
