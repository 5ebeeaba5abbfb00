"""The pages of games: starting one, following it, disputing a move, looking back, the phone."""

from companion.web.game_pages import (
    disputes,
    overview,
    phones,
    playing,
    reviewing,
    starting,
    taking_in,
)
from companion.web.game_pages.blueprint import blueprint

__all__ = [
    "blueprint",
    "disputes",
    "overview",
    "phones",
    "playing",
    "reviewing",
    "starting",
    "taking_in",
]
