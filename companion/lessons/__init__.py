"""Learning a game by playing it: ten steps each, and the rules say what was done."""
