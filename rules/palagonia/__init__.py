"""Palagonia, for three and more players: build islands together and score for closing them."""
