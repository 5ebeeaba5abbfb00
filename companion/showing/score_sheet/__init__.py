"""The score sheet of a game on record: one page that prints well and needs nothing else."""

from companion.showing.score_sheet.page import score_sheet

__all__ = ["score_sheet"]
