"""Boards and readings as shapes to draw: what the templates turn into SVG."""
