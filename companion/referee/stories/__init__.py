"""The ways to explain what was seen of a game since the moves that everybody agrees on."""
