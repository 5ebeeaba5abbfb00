"""What pages show of the coach: the review of a game, and moves that people look for."""
