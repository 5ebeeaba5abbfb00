"""The blueprint that all pages of games belong to."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g

from companion.web import live_games
from rules import Board
from rules.board_json import tiles_to_json

blueprint = Blueprint("games", __name__)


@blueprint.app_context_processor
def _home() -> dict[str, Any]:
    """Tell pages who looks: the start page is for the machine that runs the companion alone."""
    return {"is_host": live_games.is_host()}


@blueprint.app_template_filter("tiles")
def _tiles(board: Board) -> list[dict[str, int]]:
    """Return a board's tiles as scripts read them."""
    return tiles_to_json(board)


def lead_back_to(number: int) -> None:
    """Let whatever goes wrong from here on lead back to a game's page, if there is such a game."""
    live_games.check_kept(number)
    g.game = number
