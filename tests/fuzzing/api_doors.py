"""Who may ask for what, as docs/http_api.md says it; told by hand, not by the companion itself."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

GUESTS = ("camera", "player")
_FOR_EVERYBODY = frozenset(
    {
        *("GET static", "GET pages.manifest", "GET games.phone", "GET games.trust"),
        *("GET phones_api.certificate", "GET phones_api.host", "POST phones_api.redeem"),
        "POST language.choose",
        *("GET rules.first", "GET rules.show", "GET rules.figure"),
        *("GET rules.to_print", "GET rules.pdf"),
        *("GET lessons.begin", "GET lessons.show", "POST lessons.try_step"),
        *("GET spectators.watch", "POST spectators.enter"),
    }
)
_WITH_A_PASS = frozenset(
    {
        *("GET games.show", "GET games.live", "GET games.table", "GET games.move"),
        "GET games.telling",
        *("GET games.ruling", "GET games.record", "GET games.review", "GET games.island"),
        *("GET live_api.show", "GET live_api.events", "GET live_api.move", "GET live_api.ruling"),
        *("GET live_api.record", "GET live_api.export", "GET live_api.sheet"),
        *("GET live_api.written",),
        *("GET live_api.live_picture", "GET live_api.evidence", "GET live_api.overlay"),
        *("GET framing_api.framing", "POST phones_api.post_frame"),
    }
)
_WITH_A_PLAYERS = frozenset({"POST live_api.decide", "POST live_api.lay", "POST live_api.misread"})


@dataclass(frozen=True)
class Asked:
    """What a request is for: the view that answers it, and the game; neither where nothing is."""

    view: str | None = None
    game: int | None = None


def asked_for(app: Flask, method: str, path: str) -> Asked:
    """Return what a request is for."""
    try:
        view, values = app.url_map.bind("localhost").match(path, method)
    except RequestRedirect as elsewhere:  # of slashes that are there twice
        return asked_for(app, method, urlsplit(elsewhere.new_url).path)
    except HTTPException:
        return Asked()
    return Asked(view, values.get("number"))


def may_ask(role: str, own_game: int | None, method: str, asked: Asked) -> bool:
    """Tell whether somebody may ask for something; ``own_game`` is that of their pass.

    An address where nothing is is for the host: nobody else is told that nothing is there.
    """
    if role == "host":
        return True
    if asked.view is None:
        return False
    if method == "OPTIONS":
        return True  # it answers what can be asked, and nothing else
    wanted = f"{'GET' if method == 'HEAD' else method} {asked.view}"
    if wanted in _FOR_EVERYBODY:
        return True
    if role not in GUESTS or own_game is None or asked.game != own_game:
        return False
    return wanted in _WITH_A_PASS or (role == "player" and wanted in _WITH_A_PLAYERS)
