"""Calibrating a camera while it looks, and judging its view of the table."""
