"""Choosing and proving what the reader promises of what it calls sure (docs/promise.md)."""
