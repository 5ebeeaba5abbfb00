"""Who may ask for what: the host everything, others what their pass allows.

Browsers on the machine that runs the companion are the host. What a request from elsewhere needs is
told by its address alone, in one table, so that nothing is let through by being forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from flask import Flask, current_app, redirect, request, url_for
from werkzeug.exceptions import Forbidden, HTTPException, TooManyRequests
from werkzeug.wrappers import Response

from companion.live.posted_picture import MAX_FRAME_BYTES
from companion.security.guests import Guests
from companion.security.network import is_loopback
from companion.security.passes import PASS_LASTS, Pass, Passes, Role
from companion.security.spectators import SpectatorPass, Spectators
from companion.web.json_body import MOST_BYTES as JSON_BYTES
from companion.words.language import gettext as _

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

_EXTENSION = "companion-access"
_BEARER = "Bearer "
SPECTATORS = "spectator "
"""By what spectators are told from the guests of a game where both are counted."""
_PHOTOS_COOKIE = "palago-photos"
SPECTATOR_COOKIE = "palago-spectator"
_MOST_PHOTOS = 50


class Need(IntEnum):
    """What a request from elsewhere on the network needs."""

    NOTHING = 0
    PASS = 1
    """A pass for this game."""
    PLAYER = 2
    """A pass for this game as a player."""
    OPEN = 3
    """That the companion was opened to the network."""
    OWN_PHOTO = 4
    """The same, and that who asks has brought this photo."""
    HOST = 5
    """Nothing helps: it is for the host alone."""
    WATCHING = 6
    """To be let in as a spectator."""
    FRAMES = 7
    """A pass for this game of a camera or a player."""


_READ = ("GET", "HEAD", "OPTIONS")
_CHANGES = ("POST", "PUT", "PATCH", "DELETE")
_ANY = (*_READ, *_CHANGES)
_GAME = r"/(?:api/)?games/(\d+)(?:/.*)?"
_WATCHED = re.compile(
    r"/games/(\d+)(?:/live|/review|/island\.svg|/stream(?:/live)?|/moves/\d+|/rulings/\d+)?"
    r"|/api/games/(\d+)(?:/events|/live\.jpg|/overlay|/pictures/\d+\.jpg|/moves/\d+|/rulings/\d+)?"
)
"""What spectators see of a game that is being followed; neither its record nor what is exported."""
_FRAMES = re.compile(r"/api/games/\d+/frames")
_PHOTOS = re.compile(r"/(?:api/)?readings|/photos")
_TRIES = re.compile(r"/api/lessons/\d+/tries")
_TABLE: tuple[tuple[str, tuple[str, ...], Need], ...] = (
    (r"/static/.*|/favicon\.ico|/manifest\.\w+|/service-worker\.js", _READ, Need.NOTHING),
    (r"/phone/\d+|/trust|/palago-certificate\.crt|/api/host", _READ, Need.NOTHING),
    (r"/api/passes|/language", _ANY, Need.NOTHING),
    (r"/watch", _READ, Need.NOTHING),
    (r"/api/spectators/passes", ("POST",), Need.NOTHING),
    (r"/tables(?:/live)?", _READ, Need.WATCHING),
    (r"/(?:api/)?tournaments(?:/.*)?", _READ, Need.WATCHING),
    # published rules, and what is made of them once and kept
    (r"/rules(?:/[^/]+|/figures/[^/]+\.svg)?", _READ, Need.NOTHING),
    (r"/print(?:/[^/]+-[^/]+-[^/]+\.pdf)?", _READ, Need.NOTHING),
    # lessons are judged by the rules alone, and touch no record
    (r"/learn/[^/]+(?:/\d+)?", _READ, Need.NOTHING),
    (r"/api/lessons/\d+/tries", ("POST",), Need.NOTHING),
    (r"/api/games/(\d+)/frames", _ANY, Need.FRAMES),
    (r"/api/games/(\d+)/(?:decisions|table|misreadings)", _ANY, Need.PLAYER),
    (r"/games/(\d+)/(?:camera|go-on)", _ANY, Need.HOST),
    (r"/api/games/(\d+)/passes(?:/.*)?", _ANY, Need.HOST),
    (_GAME, _READ, Need.PASS),
    (r"/games/(\d+)/.*", _ANY, Need.PLAYER),
    (r"/(?:api/)?games.*", _ANY, Need.HOST),
    (r"/(?:api/)?readings/(\d+)/.+", _CHANGES, Need.OWN_PHOTO),
    (r"/(?:api/)?readings.*|/samples/.*|/photos.*|/api/openapi\.json", _ANY, Need.OPEN),
)


@dataclass(frozen=True)
class Access:
    """How an application lets others in: by passes, and to photos where it is ``open``.

    ``is_followed`` tells of which games there is something to watch.
    """

    passes: Passes
    is_open: bool
    guests: Guests = field(default_factory=Guests)
    spectators: Spectators = field(default_factory=Spectators)
    is_followed: Callable[[int], bool] = lambda _game: False


def install(app: Flask, access: Access) -> None:
    """Let an application refuse what is not for who asks."""
    app.extensions[_EXTENSION] = access
    app.before_request(_check)


def passes() -> Passes:
    """Return the passes of the application at work."""
    return _access().passes


def guests() -> Guests:
    """Return who is in, at the application at work."""
    return _access().guests


def spectators() -> Spectators:
    """Return who lets spectators in, at the application at work."""
    return _access().spectators


def is_private() -> bool:
    """Tell whether nobody on the way can read the request, nor what is answered."""
    return is_host() or request.is_secure


def is_host() -> bool:
    """Tell whether the request comes from the machine that runs the companion."""
    return is_loopback(request.remote_addr or "")


def pass_for(game: int) -> Pass | None:
    """Return the pass for a game that the request brings."""
    found = (passes().check(text) for text in _brought(cookie_name(game)))
    return next((one for one in found if one is not None and one.game == game), None)


def spectator() -> SpectatorPass | None:
    """Return the spectator's pass that the request brings."""
    found = (spectators().check(text) for text in _brought(SPECTATOR_COOKIE))
    return next((one for one in found if one is not None), None)


def _brought(cookie: str) -> list[str]:
    """Return what the request brings that may be a pass."""
    texts = [request.cookies.get(cookie, "")]
    authorization = request.headers.get("Authorization", "")
    if authorization.startswith(_BEARER):
        texts.append(authorization.removeprefix(_BEARER))
    return [text for text in texts if text]


def _watches(game: int) -> bool:
    """Tell whether a spectator asks for what there is to be seen of a game that is followed."""
    if request.method not in _READ or _WATCHED.fullmatch(request.path) is None:
        return False
    return spectator() is not None and _access().is_followed(game)


def cookie_name(game: int) -> str:
    """Return the name of the cookie that holds the pass for a game."""
    return f"palago-pass-{game}"


def own_photos() -> tuple[int, ...]:
    """Return the numbers of the photos that who asks has brought, the newest last."""
    return passes().photos_of(request.cookies.get(_PHOTOS_COOKIE, ""))


def keep_own_photo(response: Response, number: int) -> None:
    """Have a guest's browser remember that it brought a photo, which only they may put right."""
    if is_host():
        return
    response.set_cookie(
        _PHOTOS_COOKIE,
        passes().sign_photos((*own_photos(), number)[-_MOST_PHOTOS:]),
        max_age=PASS_LASTS,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )


def need_of(method: str, path: str) -> tuple[Need, int | None]:
    """Return what a request from elsewhere needs, and for which game or photo."""
    for pattern, methods, need in _TABLE:
        found = re.fullmatch(pattern, path)
        if found and method in methods:
            game = next((int(group) for group in found.groups() if group), None)
            return need, game
    return Need.HOST, None


def who(game: int) -> str:
    """Return by what who asks about a game is told from others; nothing for the host."""
    if is_host():
        return ""
    found = pass_for(game)
    if found is not None:
        return str(found.id)
    watching = spectator()
    return "" if watching is None else f"{SPECTATORS}{watching.id}"


def still_allowed(game: int) -> Callable[[], bool]:
    """Return what tells whether who asks now may still see a game later on."""
    if is_host():
        return lambda: True
    known, found = passes(), pass_for(game)
    if found is not None:
        text = found.text
        return lambda: known.check(text) is not None
    let_in, watching = spectators(), spectator()
    return lambda: watching is not None and let_in.check(watching.text) is not None


def check_may_see(number: int) -> None:
    """Refuse who may not see a game.

    Raises
    ------
    Forbidden
        If the request is neither the host's nor brings a pass for it.
    """
    if not is_host() and pass_for(number) is None and not _watches(number):
        raise Forbidden(_("This game is for those at its table: scan the code on its page."))


def may_decide(number: int) -> bool:
    """Tell whether who asks may make decisions in a game."""
    if is_host():
        return True
    found = pass_for(number)
    return found is not None and found.role is Role.PLAYER


def allowance(app: Flask, environ: WSGIEnvironment) -> int:
    """Return how many bytes of a request's body may be read of who sends it.

    It is told by the head of the request, before anything else of it is read: nothing for those
    whose request will be refused, little for those who bring words and no picture.
    """
    most: int = app.config.get("MAX_CONTENT_LENGTH") or JSON_BYTES
    if is_loopback(environ.get("REMOTE_ADDR", "")) or _EXTENSION not in app.extensions:
        return most
    try:
        with app.request_context(environ):
            if request.method in _READ or _refuse() is not None:
                return 0
            path = request.path
    except HTTPException:
        return 0
    if _FRAMES.fullmatch(path):
        return MAX_FRAME_BYTES
    return most if _PHOTOS.fullmatch(path) else JSON_BYTES


def _check() -> Response | None:
    elsewhere = _refuse()
    need, game = need_of(request.method, request.path)
    is_of_game = need in (Need.PASS, Need.PLAYER, Need.FRAMES) and not is_host()
    found = pass_for(game) if is_of_game and game is not None else None
    if found is not None:
        guests().note(found, request.remote_addr or "")
        is_frame = _FRAMES.fullmatch(request.path) is not None
        if request.method not in _READ and not guests().may_post(found.id, frame=is_frame):
            raise _too_fast()
    is_photo = request.method == "POST" and _PHOTOS.fullmatch(request.path)
    if is_photo and not is_host() and not guests().may_bring_photo():
        raise _too_fast()
    is_try = request.method == "POST" and _TRIES.fullmatch(request.path)
    if is_try and not is_host() and not guests().may_try():
        raise _too_fast()
    return elsewhere


def _too_fast() -> TooManyRequests:
    return TooManyRequests(_("This comes too fast: wait a moment."))


def _refuse() -> Response | None:
    """Refuse what is not for who asks, or return where they are sent instead."""
    if is_host():
        return None
    need, game = need_of(request.method, request.path)
    if need is Need.NOTHING or (need is Need.OPEN and _access().is_open):
        return None
    if need in (Need.PASS, Need.PLAYER, Need.FRAMES) and game is not None:
        check_may_see(game)
        if need is Need.PASS or may_decide(game):
            return None
        if need is Need.FRAMES and pass_for(game) is not None:
            return None
    if need is Need.WATCHING and spectator() is not None:
        return None
    if need is Need.OWN_PHOTO and _access().is_open and game in own_photos():
        return None
    if request.path == "/" and _access().is_open:
        # games are for the host, photos for everybody
        return redirect(url_for("pages.photos"))
    raise Forbidden(_("This is for the computer that runs the companion: open its page there."))


def _access() -> Access:
    access: Access = current_app.extensions[_EXTENSION]
    return access
