"""A fast core for search: Palago's groups on a grid of numbers, compiled.

The plain rules (`rules.palago`) stay the reference; tests hold both equal. This package alone of
the rules needs numpy and numba, and nothing else of them imports it.
"""
