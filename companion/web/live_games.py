"""Live games as the views use them, those of the pages and those of the API alike.

What goes in and comes out is the JSON of docs/http_api.md. Errors pass (`companion.web.statuses`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from flask import current_app, url_for

from companion.live import RunningGame, Tables
from companion.live.choice import choice_from_json, choice_to_json
from companion.live.demos import all_demos
from companion.live.errors import NotRunningError, StartError
from companion.live.laying import laid_from_json
from companion.live.looks import Looks
from companion.live.replaying import kept_game, moves_made, replayed
from companion.live.snapshot import Snapshot
from companion.live.starting import request_from_json
from companion.record import Entry, GameLog, Games, KeptGame
from companion.record.exporting import export_game
from companion.record.moment import moment
from companion.referee.inputs import DECISIONS
from companion.showing.score_sheet import score_sheet
from companion.web import access, reach
from companion.web.game_json import (
    event_to_json,
    source_to_json,
    state_to_json,
    summary_to_json,
)
from companion.web.move_report import overlay_of_look, report_of_illegal, report_of_move
from companion.web.resources import connection
from companion.words.language import gettext as _
from companion.words.language import retold
from rules.fields import Fields

check_may_see, is_host, may_decide = access.check_may_see, access.is_host, access.may_decide

_EXTENSION = "companion-tables"
_MOST_LISTED = 200


def tables() -> Tables:
    """Return the tables of the application at work."""
    found: Tables = current_app.extensions[_EXTENSION]
    return found


def install(app: Any, used: Tables) -> None:
    """Give an application its tables."""
    app.extensions[_EXTENSION] = used


def summaries() -> list[dict[str, Any]]:
    """Return the games on record, newest first."""
    games = Games(connection())
    return [_summary(kept, games.open(kept.number)) for kept in games.recent(_MOST_LISTED)]


def state(number: int) -> dict[str, Any]:
    """Return how a game stands."""
    running = tables().find(number)
    live = running.news.state if running else None
    snapshot = live.snapshot if live else _kept_snapshot(number)
    size = running.picture.size if running else None
    picture = None
    if size is not None:
        width, height = size
        picture = {"url": live_url(number), "width": width, "height": height}
    return {
        **state_to_json(snapshot, picture_url(number)),
        **source_to_json(live),
        "picture": picture,
    }


def start(wanted: object) -> int:
    """Start a game; return its number."""
    return tables().start(request_from_json(wanted, tables().usual)).number


def go_on(number: int, source: object) -> None:
    """Take a game's frames from a source from now on; follow it if nobody does."""
    tables().go_on(number, choice_from_json(source))


def stop(number: int) -> None:
    """Stop following a game; it stays on record."""
    check_kept(number)
    tables().stop(number)


def forget(number: int) -> None:
    """Remove a game for good."""
    check_kept(number)
    tables().stop(number)
    Games(connection()).forget(number)


def decide(number: int, wanted: object) -> dict[str, Any]:
    """Take a decision of the players; return what was announced then."""
    fields = Fields.of(wanted, "The decision", '{"kind": "take-back"}', StartError)
    kind = fields.one_of("kind", sorted(DECISIONS))
    data = fields.nested("data", "{}").data if fields.has("data") else {}
    return _announced(number, running(number).decide(kind, data))


def lay(number: int, wanted: object) -> dict[str, Any]:
    """Take what people say lies on the table; return what was announced then."""
    return _announced(number, running(number).lay(laid_from_json(wanted)))


def move(number: int, n: int) -> dict[str, Any]:
    """Return all there is to say about a move."""
    looks = Looks(kept_game(connection(), number)[1])
    return report_of_move(snapshot_of(number), looks, n, picture_url(number))


def ruling(number: int, entry: int) -> dict[str, Any]:
    """Return all there is to say about an illegal table, by the number of its event."""
    looks = Looks(kept_game(connection(), number)[1])
    return report_of_illegal(snapshot_of(number), looks, entry, picture_url(number))


def overlay(number: int, entry: int | None = None) -> dict[str, Any] | None:
    """Return the board as it lies in the newest look's picture, or in that of an entry."""
    look = Looks(kept_game(connection(), number)[1]).last(entry)
    if look is None:
        return None
    now = snapshot_of(number) if entry is None else None
    return overlay_of_look(look, picture_url(number), now)


def record(number: int, after: int = 0) -> list[dict[str, Any]]:
    """Return the entries of a game's record that come after one."""
    log = kept_game(connection(), number)[1]
    url = picture_url(number)
    return [_entry(entry, url) for entry in log.entries(after)]


def export(number: int, *, with_pictures: bool) -> dict[str, Any]:
    """Return a whole game as one document."""
    return export_game(connection(), number, with_pictures=with_pictures)


def sheet(number: int) -> str:
    """Return the score sheet of a game as a page."""
    kept, log = kept_game(connection(), number)
    return score_sheet(kept, log.entries())


def demos() -> list[dict[str, Any]]:
    """Return the sample videos that can be played."""
    return [
        {
            "name": demo.name,
            "game": demo.game,
            "players": list(demo.players),
            "caption": retold(demo.caption),
        }
        for demo in all_demos()
    ]


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


def addresses() -> dict[str, Any]:
    """Return who asks, where phones reach the companion, and the source that is taken as a rule."""
    usual = choice_to_json(tables().usual) if is_host() else None
    return {**reach.addresses(), "source": usual}


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
    return replayed(*kept_game(connection(), number))


def _summary(kept: KeptGame, log: GameLog) -> dict[str, Any]:
    game = tables().find(kept.number)
    live = game.news.state if game else None
    return {
        **summary_to_json(kept, running=game is not None, moves=moves_made(log)),
        "source": source_to_json(live)["source"],
    }


def _announced(number: int, said: Sequence[Entry]) -> dict[str, Any]:
    url = picture_url(number)
    events = [event_to_json(entry, url) for entry in said]
    return {"events": events, "last_event_id": snapshot_of(number).last_number}


def _entry(entry: Entry, url: Callable[[int], str]) -> dict[str, Any]:
    return {
        "number": entry.number,
        "source": entry.source,
        "kind": entry.kind,
        "t": entry.t,
        "at": moment(entry.at),
        "frame": entry.frame,
        "cause": entry.cause,
        "data": entry.data,
        "before": None if entry.before is None else url(entry.before),
        "after": None if entry.after is None else url(entry.after),
    }
