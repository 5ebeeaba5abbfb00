"""Live games as the views use them, those of the pages and those of the API alike.

What goes in and comes out are typed values. Errors pass (`companion.web.statuses`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from flask import Flask, current_app, url_for

from companion.live import RunningGame, Tables, taken_in
from companion.live.choice import SourceChoice
from companion.live.errors import NotRunningError
from companion.live.forgetting import forget_game
from companion.live.game_state import GameState, ListedGame
from companion.live.kept_events import KeptEvent, over_of
from companion.live.kept_sightings import KeptSightings
from companion.live.laying import Laid
from companion.live.move_report import (
    IllegalReport,
    MoveReport,
    report_of_illegal,
    report_of_move,
)
from companion.live.overlay import Overlay, overlay_of_look
from companion.live.replaying import Replays, kept_game, moves_made
from companion.live.snapshot import Snapshot
from companion.live.starting import GameRequest
from companion.live.written_games import written_game
from companion.record import Entry, GameExistsError, GameLog, Games, KeptGame
from companion.showing.results import result_sentence
from companion.showing.score_sheet import score_sheet
from companion.web import access
from companion.web.resources import connection, resources
from companion.words.language import gettext as _
from rules import format_game

check_may_see, is_host, may_decide = access.check_may_see, access.is_host, access.may_decide

_EXTENSION = "companion-tables"
_REPLAYS = "companion-replays"
_MOST_LISTED = 200


def tables() -> Tables:
    """Return the tables of the application at work."""
    found: Tables = current_app.extensions[_EXTENSION]
    return found


def install(app: Flask, used: Tables) -> None:
    """Give an application its tables."""
    app.extensions[_EXTENSION] = used
    app.extensions[_REPLAYS] = Replays()


def listed() -> tuple[ListedGame, ...]:
    """Return the games on record, newest first."""
    games = Games(connection())
    return tuple(_listed(kept, games.open(kept.number)) for kept in games.recent(_MOST_LISTED))


def state(number: int) -> GameState:
    """Return how a game stands."""
    game = tables().find(number)
    if game is None:
        return GameState(_kept_snapshot(number))
    live = game.news.state
    return GameState(live.snapshot, live.followed, live.problem, game.picture.size, live.computer)


def start(wanted: GameRequest) -> int:
    """Start a game; return its number."""
    return tables().start(wanted).number


def take_in(file: bytes) -> int:
    """Put a game on record that a file holds; return its number, also if it was there before."""
    try:
        return taken_in.take_in(connection(), file)
    except GameExistsError as error:
        return error.number


def go_on(number: int, choice: SourceChoice) -> None:
    """Take a game's frames from a source from now on; follow it if nobody does."""
    tables().go_on(number, choice)


def stop(number: int) -> None:
    """Stop following a game; it stays on record."""
    check_kept(number)
    tables().stop(number)


def forget(number: int) -> None:
    """Remove a game for good."""
    check_kept(number)
    tables().stop(number)
    forget_game(connection(), resources().labelled, number)


def decide(number: int, kind: str, data: Mapping[str, object]) -> tuple[KeptEvent, ...]:
    """Take a decision of the players; return what was announced then."""
    return running(number).decide(kind, data)


def lay(number: int, laid: Laid) -> tuple[KeptEvent, ...]:
    """Take what people say lies on the table; return what was announced then."""
    return running(number).lay(laid)


def move(number: int, n: int) -> MoveReport:
    """Return all there is to know about a move."""
    return report_of_move(snapshot_of(number), _looks(number), n)


def ruling(number: int, entry: int) -> IllegalReport:
    """Return all there is to know about an illegal table, by the number of its event."""
    return report_of_illegal(snapshot_of(number), _looks(number), entry)


def overlay(number: int, entry: int | None = None) -> Overlay | None:
    """Return the board as it lies in the newest look's picture, or in that of an entry."""
    look = _looks(number).last(entry)
    if look is None:
        return None
    if entry is not None:
        return overlay_of_look(look)
    snapshot = snapshot_of(number)
    return overlay_of_look(look, snapshot, snapshot.looked_into)


def record(number: int, after: int = 0) -> tuple[Entry, ...]:
    """Return the entries of a game's record that come after one."""
    return kept_game(connection(), number)[1].entries(after)


def written(number: int) -> tuple[str, str]:
    """Return which game it is, and a whole game as plain text, with how it ended as a remark."""
    kept, log = kept_game(connection(), number)
    over = over_of(kept)
    remarks = () if over is None else (result_sentence(over),)
    return kept.game, format_game(written_game(kept, log, remarks))


def sheet(number: int) -> str:
    """Return the score sheet of a game as a page."""
    kept, log = kept_game(connection(), number)
    return score_sheet(kept, log.entries())


def running(number: int) -> RunningGame:
    """Return a game that is being followed; refuse where it is not."""
    game = tables().find(number)
    if game is None:
        check_kept(number)
        raise NotRunningError(_("Nobody follows this game at present: go on with it on its page."))
    return game


def snapshot_of(number: int) -> Snapshot:
    """Return how a game stands, running or not."""
    game = tables().find(number)
    return game.news.state.snapshot if game else _kept_snapshot(number)


def kept(number: int) -> KeptGame:
    """Return a game as it is kept."""
    return kept_game(connection(), number)[0]


def check_kept(number: int) -> None:
    """Refuse where there is no such game on record."""
    kept_game(connection(), number)


def picture_url(number: int) -> Callable[[int], str]:
    """Return what gives the addresses of a game's pictures."""
    # made once, since a long game has hundreds of them
    pattern = url_for("live_api.evidence", number=number, picture=0)
    begins, ends = re.split(r"0(?=\.jpg$)", pattern)
    return lambda picture: f"{begins}{picture}{ends}"


def live_url(number: int) -> str:
    """Return the address of a game's newest frame."""
    return url_for("live_api.live_picture", number=number)


def _kept_snapshot(number: int) -> Snapshot:
    replays: Replays = current_app.extensions[_REPLAYS]
    return replays.replayed(*kept_game(connection(), number))


def _looks(number: int) -> KeptSightings:
    return KeptSightings(kept_game(connection(), number)[1])


def _listed(kept: KeptGame, log: GameLog) -> ListedGame:
    game = tables().find(kept.number)
    return ListedGame(kept, moves_made(log), game.news.state.followed if game else None)
