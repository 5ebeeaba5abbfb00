"""Figures for the rules, each a position as Board JSON: ``figures.json``.

``python -m calibration.figures docs/pictures/rules`` draws them all; the printed rules
show them too. What a caption claims, the tests hold against the rules engine.
"""
