"""Profiles of cameras: what a lens does to lines, and what light does to a set's colours."""
