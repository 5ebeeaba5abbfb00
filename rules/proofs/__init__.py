"""Proofs that a player of Palago wins by force, and holding them against the plain rules."""
