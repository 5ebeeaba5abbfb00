"""What the referee says, as people hear and read it: a headline, and what there is to add.

It is made from an event as JSON, as the record keeps it and as the stream of events sends it, in
the language of who listens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.showing.results import result_sentence, scores_sentence
from companion.showing.rulings import ruling
from companion.showing.score_sheet.correction_wording import plain
from companion.showing.sums import island_sum
from companion.words.language import gettext as _
from companion.words.language import listing, ngettext, retold

__all__ = ["Announcement", "announce", "island_sentence", "island_sum"]

Data = Mapping[str, Any]
Tone = Literal["good", "bad", "ask", "end", "plain"]


@dataclass(frozen=True)
class Announcement:
    """Something to announce.

    Attributes
    ----------
    tone
        "good" what was closed or won points, "bad" what is illegal, "ask" what people are asked,
        "end" the end of the game, "plain" all else.
    headline
        A short sentence; empty where there is nothing to say aloud.
    details
        Sentences that explain it.
    """

    tone: Tone
    headline: str
    details: tuple[str, ...] = ()

    @property
    def sentences(self) -> list[str]:
        """All there is to say, the most important first; none for what needs no words."""
        return [self.headline, *self.details] if self.headline else []


def announce(event: Data) -> Announcement:
    """Put an event into words; one of a kind that needs none has an empty headline."""
    tell = _WORDS.get(str(event.get("event")))
    return Announcement("plain", "") if tell is None else tell(event)


def _move(event: Data) -> Announcement:
    verdict: Data = event.get("verdict") or {}
    mover = event.get("mover", "")
    headline = _("{player} {what}.", player=mover, what=_what_was_done(event))
    if verdict.get("legal") is False:
        faults = [ruling(violation).wrong for violation in verdict.get("violations") or ()]
        return Announcement("bad", headline, (_("It was not legal and was let stand."), *faults))
    helper = event.get("helper")
    closed = [
        island_sentence(island, str(mover), helper) for island in verdict.get("islands") or ()
    ]
    ended = _why_it_ended(verdict)
    return Announcement("good" if closed or ended else "plain", headline, (*closed, *ended))


def _what_was_done(event: Data) -> str:
    done = []
    placed, removed, rotated = (len(event.get(key) or ()) for key in _CHANGES)
    if placed:
        done.append(ngettext("lays {count} tile", "lays {count} tiles", placed))
    if removed:
        done.append(ngettext("takes {count} tile", "takes {count} tiles", removed))
    if rotated:
        done.append(ngettext("turns {count} tile", "turns {count} tiles", rotated))
    return listing(done) or _("passes")


def island_sentence(island: Data, mover: str, helper: str | None) -> str:
    """Say what an island that a move closed is worth, and who gets what for it.

    ``helper`` is None where nobody moved before.
    """
    names = {
        ("white", False): _("White island"),
        ("white", True): _("White continent"),
        ("blue", False): _("Blue island"),
        ("blue", True): _("Blue continent"),
    }
    kind = names[str(island.get("color")), bool(island.get("continent"))]
    words = {
        "island": kind,
        "sum": island_sum(island),
        "points": ngettext("{count} point", "{count} points", int(island.get("creator") or 0)),
        "player": mover,
    }
    shared = int(island.get("helper") or 0)
    if not shared:
        return _("{island}: {sum}. {points} for {player}.", **words)
    if helper is None:  # records of earlier versions do not say who it was
        return _(
            "{island}: {sum}. {points} for {player}, {shared} for the helper.",
            **words,
            shared=shared,
        )
    return _(
        "{island}: {sum}. {points} for {player}, {shared} for {helper} as helper.",
        **words,
        shared=shared,
        helper=helper,
    )


def _why_it_ended(verdict: Data) -> list[str]:
    reason, winner = verdict.get("reason"), verdict.get("winner")
    if reason == "closed-group":
        return [
            _("A white group is closed.") if winner == "white" else _("A blue group is closed.")
        ]
    if reason == "both-closed":
        return [_("Groups of both colours are closed, so the mover loses.")]
    if reason == "palagem":
        return [_("The palagem of {player} stands on the table.", player=winner)]
    if reason == "mover-loses":
        players = listing([str(player) for player in verdict.get("palagems") or ()])
        return [_("One move completes the palagems of {players}.", players=players)]
    return []


def _illegal(event: Data) -> Announcement:
    faults = dict.fromkeys(ruling(violation).wrong for violation in event.get("violations") or ())
    return Announcement("bad", _("Not legal."), tuple(faults))


def _over(event: Data) -> Announcement:
    result: Data = event.get("result") or {}
    scores = scores_sentence(event.get("scores"))
    details: Sequence[str] = [scores] if scores else []
    return Announcement("end", result_sentence(result), tuple(details))


def _unsure(event: Data) -> Announcement:
    return Announcement("ask", retold(str(event.get("reason") or "")))


def _correction(event: Data) -> Announcement:
    """Say shortly what people decided; the record has what was seen and what was decided."""
    what = str(event.get("what", ""))
    decided: Data = event.get("decided") or {}
    seen: Data = event.get("seen") or {}
    tell = _DECISIONS.get(what)
    if tell is None:
        return Announcement("plain", _("{heading}: {words}.", heading=what, words=plain(decided)))
    return Announcement("plain", tell(seen, decided))


def _claim(seen: Data, decided: Data) -> str:
    player = seen.get("player")
    if decided.get("right"):
        return _("{player} claims it rightly.", player=player)
    return _("{player} claims it wrongly and loses the next move.", player=player)


def _die(event: Data) -> Announcement:
    words = _("{player} rolls a {value}.", player=event.get("mover"), value=event.get("value"))
    return Announcement("plain", words)


_CHANGES = ("placed", "removed", "rotated")

_DECISIONS: dict[str, Callable[[Data, Data], str]] = {
    "set-tile": lambda _seen, _decided: _("A tile was put right."),
    "take-back": lambda _seen, _decided: _("The last move is taken back."),
    "let-stand": lambda _seen, _decided: _("The players let it stand."),
    "set-die": lambda _seen, decided: _("The roll is a {value}.", value=decided.get("die")),
    "set-mover": lambda _seen, decided: (
        _("It was {player}.", player=decided.get("mover"))
        if "number" in decided
        else _("It is the turn of {player}.", player=decided.get("mover"))
    ),
    "end-turn": lambda seen, _decided: _("{player} ends the turn.", player=seen.get("mover")),
    "pause": lambda _seen, _decided: _("The game is paused."),
    "resume": lambda _seen, _decided: _("The game goes on."),
    "vote": lambda _seen, decided: _(
        "By vote island {row} counts {value}.", row=decided.get("row"), value=decided.get("value")
    ),
    "claim": _claim,
    "set-palagem": lambda _seen, decided: _(
        "{player} has built a palagem.", player=decided.get("player")
    ),
}

_WORDS: dict[str, Callable[[Data], Announcement]] = {
    "ready": lambda _event: Announcement("plain", _("The table is seen; play may begin.")),
    "die": _die,
    "move": _move,
    "illegal": _illegal,
    "restored": lambda _event: Announcement("plain", _("The table is right again.")),
    "unsure": _unsure,
    "camera-moved": lambda _event: Announcement(
        "plain", _("The camera was moved; the board was found again.")
    ),
    "correction": _correction,
    "over": _over,
}
