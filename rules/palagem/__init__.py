"""Palagem, for two to six players: complete a pattern of four tiles that you chose before."""
