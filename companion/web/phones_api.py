"""Phones as cameras: letting them in, and taking their frames (docs/http_api.md)."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import BadRequest, Conflict, Forbidden

from companion.live.choice import Strain
from companion.live.posted_picture import MAX_FRAME_BYTES, posted_picture
from companion.record.moment import moment
from companion.security.passes import PASS_LASTS, Pass, Role, Token
from companion.web import access, live_games
from companion.web.answers.phones import FrameTaken, GuestList, Host, Invited, PassGiven, TokenGiven
from companion.web.bodies.phones import Invitation, PhonesLetIn, TokenShown
from companion.web.game_json import event_to_json
from companion.web.json_body import json_body
from companion.web.operation import JPEG, Query, YesOrNo, operation
from companion.web.phone_access import phone_access
from companion.web.reach import addresses, reach, secure_address
from companion.web.shapes import Picture
from companion.words.language import gettext as _

blueprint = Blueprint("phones_api", __name__)

Answer = tuple[Response, int]
_CREATED, _ACCEPTED, _NO_CONTENT = 201, 202, 204
_CAMERA = re.compile(r"[0-9a-z-]{1,40}")
_CERTIFICATE_TYPE = "application/x-x509-ca-cert"
_HOLD = Query("hold", YesOrNo, "yes: a single photo of a still table.")
_CAMERA_NAME = Query("camera", str, "The phone's own name for its camera.")
_STRAIN = Query("strain", str, "That the phone is too slow: hot (its browser says so) or slow.")


@blueprint.get("/api/host")
@operation("showHost", {200: Host})
def host() -> Response:
    """Return who asks, and the companion's addresses for phones."""
    return jsonify(addresses(live_games.tables().usual))


@blueprint.put("/api/host")
@operation("letPhonesIn", {200: Host}, 400, 409, 413, body=PhonesLetIn)
def let_in() -> Response:
    """Let phones in the network reach the companion, or shut them out."""
    turn(on=PhonesLetIn.of(json_body()).phones)
    return jsonify(addresses(live_games.tables().usual))


@blueprint.post("/api/games/<int:number>/passes")
@operation("invitePhone", {201: Invited}, 400, 404, 409, 413, body=Invitation, needs_body=False)
def invite(number: int) -> Answer:
    """Make a one-time link for a phone."""
    live_games.check_kept(number)
    role = Role(Invitation.of(json_body()).role or Role.CAMERA)
    return jsonify(invitation(number, role)), _CREATED


@blueprint.get("/api/games/<int:number>/passes")
@operation("listGuests", {200: GuestList}, 404)
def guests(number: int) -> Response:
    """List who is in with a pass; for the host alone."""
    live_games.check_kept(number)
    answer: GuestList = {
        "guests": [
            {
                "id": guest.id,
                "role": guest.role.value,
                "address": guest.address,
                "since": moment(guest.since),
                "seen": moment(guest.seen),
            }
            for guest in access.guests().of(number)
        ]
    }
    return jsonify(answer)


@blueprint.delete("/api/games/<int:number>/passes/<int:guest>")
@operation("takeOut", {204: None}, 404)
def take_out(number: int, guest: int) -> tuple[str, int]:
    """Take somebody's pass away for good; streams that it opened end."""
    live_games.check_kept(number)
    access.passes().withdraw(number, guest)
    access.guests().forget(guest)
    return "", _NO_CONTENT


@blueprint.post("/api/passes")
@operation("showToken", {200: PassGiven | TokenGiven}, 400, 413, body=TokenShown)
def redeem() -> Response:
    """Change a one-time token for a pass, or a pass for a token to go on over HTTPS."""
    shown = TokenShown.of(json_body())
    if not access.is_private():
        raise Forbidden(
            _("A pass is given over HTTPS alone: open the address that begins with https.")
        )
    if shown.token is None:
        return jsonify(_handed_over(shown.needed("game")))
    found = access.passes().redeem(shown.token)
    given: PassGiven = {
        "game": found.game,
        "role": found.role.value,
        "pass": found.text,
        "https_url": secure_address(_own_name(), _page(found.game)),
    }
    response = jsonify(given)
    _keep(response, found)
    return response


@blueprint.post("/api/games/<int:number>/frames")
@operation(
    "postFrame",
    {202: FrameTaken},
    400,
    404,
    409,
    413,
    422,
    bodies={JPEG: Picture},
    query=[_HOLD, _CAMERA_NAME, _STRAIN],
)
def post_frame(number: int) -> Answer:
    """Take a frame of a phone's camera."""
    if not request.mimetype.startswith("image/"):
        raise BadRequest(_("A frame is a JPEG, sent as image/jpeg."))
    request.max_content_length = MAX_FRAME_BYTES
    game = live_games.running(number)
    image = posted_picture(request.get_data(cache=False))
    hold, camera = request.args.get("hold") == "yes", request.args.get("camera", "")
    known = f"phone {camera}" if _CAMERA.fullmatch(camera) else None
    told = request.args.get("strain")
    strain = next((strain for strain in Strain if strain == told), None)
    frame, wait_s = game.post(image, hold=hold, camera=known, strain=strain)
    snapshot = game.news.state.snapshot
    said = snapshot.last_said
    answer: FrameTaken = {
        "frame": frame,
        "wait_s": round(wait_s, 2),
        "said": event_to_json(said, live_games.picture_url(number)) if said else None,
        "last_event_id": snapshot.last_number,
        "paused": snapshot.paused,
        "over": snapshot.over,
    }
    return jsonify(answer), _ACCEPTED


@blueprint.get("/palago-certificate.crt")
def certificate() -> Response:
    """Return the companion's certificate authority, for phones to trust."""
    found = reach().certificate
    if found is None:
        abort(404)
    return Response(found, mimetype=_CERTIFICATE_TYPE)


def turn(*, on: bool) -> None:
    """Let phones in the network reach the companion, or shut them out.

    Raises
    ------
    Conflict
        If that stays as the companion was started, or there is no network.
    """
    switch = phone_access()
    if switch is None:
        raise Conflict(_("Whether phones are let in was said when the companion was started."))
    if not on:
        access.spectators().close()
        switch.close()
        return
    switch.open()
    if not reach().addresses:
        switch.close()
        raise Conflict(_("This computer is in no network in which a phone could reach it."))


def invitation(number: int, role: Role) -> Invited:
    """Make a one-time link for a phone, with its QR code.

    Raises
    ------
    Conflict
        If no phone can reach the companion.
    """
    found = reach()
    if not found.addresses:
        raise Conflict(
            _("Phones cannot reach this companion: let them in on the page of the game's camera.")
        )
    token = access.passes().invite(number, role)
    url = _link(found.http()[0], token)
    https = found.https()
    return {
        "role": role.value,
        "token": token.text,
        "url": url,
        "https_url": _link(https[0], token) if https else None,
        "qr": segno.make(url, micro=False).svg_inline(border=4, light="#fff", omitsize=True),
        "expires_at": moment(token.expires_at),
    }


def _handed_over(game: int) -> TokenGiven:
    """Return a new token to somebody who has a pass, to show it under another address."""
    known = access.pass_for(game)
    if known is None:
        raise Forbidden(_("This needs a pass for the game: scan the code on its page."))
    token = access.passes().hand_over(known)
    secure = secure_address(_own_name(), _page(game))
    return {"token": token.text, "https_url": secure and f"{secure}#token={token.text}"}


def _link(base: str, token: Token) -> str:
    # what follows the # stays in the phone and is in nobody's log
    return f"{base.rstrip('/')}{_page(token.game)}#token={token.text}"


def _page(game: int) -> str:
    return f"/phone/{game}"


def _own_name() -> str:
    """Return the name under which who asks reached the companion, without its port."""
    return urlsplit(request.host_url).hostname or ""


def _keep(response: Response, found: Pass) -> None:
    """Have a browser keep its pass, where no script can read it."""
    response.set_cookie(
        access.cookie_name(found.game),
        found.text,
        max_age=PASS_LASTS,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
