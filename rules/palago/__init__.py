"""Palago, for two players: close a group of arches of your colour."""
