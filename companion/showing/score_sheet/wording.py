"""The score sheet's sentences and headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from babel.dates import format_datetime

from calibration.languages import ENGLISH
from companion.live.demos import DEMO
from companion.live.kept_events import KeptEvent
from companion.referee.decisions import TakenBack
from companion.referee.events import (
    Adrift,
    AnyViolation,
    CameraWasMoved,
    Correction,
    Event,
    IllegalTable,
    Over,
    Question,
    Restored,
    Unsure,
)
from companion.showing.reasons import reason_in_words
from companion.showing.results import guessed
from companion.showing.rulings import ruling
from companion.showing.score_sheet.correction_wording import correction, plain
from companion.showing.sums import island_sum
from companion.words.language import current, isolated, ngettext, say
from companion.words.language import gettext as _
from rules import ScoreRow
from rules.messages import Said
from rules.palagonia.scoring import CREATOR_FACTOR, HELPER_FACTOR

_STARTING_ROLLS = "starting_rolls"


def game_name(game: str) -> str:
    """Return the name of a game as people write it."""
    return game.capitalize()


def on_date(at: datetime) -> str:
    """Write a moment as in ``7 March 2026, 19:30``."""
    return format_datetime(at, "d MMMM y, HH:mm", tzinfo=at.tzinfo, locale=current())


def lasted(minutes: int) -> str:
    """Say how long a game took."""
    return ngettext("{count} minute", "{count} minutes", max(1, minutes))


def clock(seconds: float) -> str:
    """Write seconds into the game as in ``1:02:03``, or ``2:03`` in the first hour."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def options(given: Mapping[str, object]) -> str:
    """Write options as they are named on the command line, but for those that are whole tables."""
    told = [
        (name, value)
        for name, value in given.items()
        if not isinstance(value, Mapping) and name != DEMO
    ]
    return ", ".join(f"{name} = {plain(value)}" for name, value in told) or _("none")


def starting_rolls(given: Mapping[str, object]) -> str:
    """Write what each player rolled for the first turn; empty where nobody did."""
    rolls = given.get(_STARTING_ROLLS)
    if not isinstance(rolls, Mapping):
        return ""
    return ", ".join(f"{isolated(plain(player))} {plain(roll)}" for player, roll in rolls.items())


def outcome(over: Over | None, *, ended: bool) -> str:
    """Say how the game ended, or that it has not."""
    if over is None:
        return _("The game has ended.") if ended else _("The game has not ended.")
    return guessed(_outcome(over)) if over.whose_guessed else _outcome(over)


def _outcome(over: Over) -> str:
    why = _reason(over.reason)
    if over.winner == "draw":
        return _("A draw{why}.", why=why)
    if over.winner:
        return _("{winner} wins{why}.", winner=over.winner, why=why)
    if over.loser:
        return _("{loser} loses{why}.", loser=over.loser, why=why)
    return _("The game has ended.")


def _reason(reason: str) -> str:
    reasons = {
        "closed-group": _(": a group was closed"),
        "both-closed": _(": groups of both colours were closed"),
        "largest-group": _(" by the largest group"),
        "tiles-out": _(": the tiles are out"),
        "palagem": _(": their palagem stands on the table"),
        "mover-loses": _(": one move completed palagems of several players"),
        "highest-score": _(" with the highest total"),
        "best-move": _(" with equal totals by the best single move"),
        "tie": _(": totals and best moves are equal"),
    }
    return reasons.get(reason, f" ({reason})" if reason else "")


def island(row: ScoreRow, number: int) -> str:
    """Say what an island is worth and why, and the value voted where there is one."""
    color = _("white") if row.island.color == "white" else _("blue")
    kind = _("continent") if row.island.continent else _("island")
    total = island_sum(row.island.limbs, row.island.animals)
    words = _("{number}. {color} {kind}: {sum}", number=number, color=color, kind=kind, sum=total)
    if row.island.value != row.island.limbs + sum(row.island.animals):
        words = _("{island}, counted as {value}", island=words, value=row.island.value)
    if row.agreed is not None:
        words = _("{island}, by vote {value}", island=words, value=row.agreed)
    return words


def term(player: str, row: ScoreRow) -> str:
    """Write out what a player gets for an island that they closed or helped with."""
    return f"{CREATOR_FACTOR if player == row.creator else HELPER_FACTOR} × {row.value}"


def note(event: Event, *, by_hand: bool) -> tuple[str, str] | None:
    """Return what an event says beside the moves, heading and sentence, or None where nothing.

    ``by_hand``: people tapped the tiles in.
    """
    match event:
        case IllegalTable():
            return _("Illegal"), " ".join(fault(violation) for violation in event.violations)
        case Correction():
            return correction(event.decision)
        case Restored():
            return _("Restored"), _("What was wrong was put right.")
        case Unsure():
            return _("Not sure"), reason_in_words(event.reason, by_hand=by_hand)
        case Question():
            return _("Question"), _asked(event, by_hand=by_hand)
        case Adrift():
            return _("Out of step"), _("Table and record differed.")
        case CameraWasMoved():
            return _("Camera"), _("The camera was moved.")
        case _:
            return None


def _asked(question: Question, *, by_hand: bool) -> str:
    """Return a question with its answers, numbered as corrections name them."""
    answers = [f"{n}: {say(choice.says)}" for n, choice in enumerate(question.choices, 1)]
    return f"{reason_in_words(question.reason, by_hand=by_hand)} {'; '.join(answers)}"


def let_stand(number: int, faults: Sequence[Said]) -> tuple[str, str]:
    """Tell of an illegal move that the players let stand."""
    told = " ".join(say(fault) for fault in faults)
    return _("Let stand"), _("Move {number}: {faults}", number=number, faults=told)


def taken_back(number: int, mover: str, notation: str, decision: TakenBack) -> tuple[str, str]:
    """Tell of a move that was taken back, or told anew; what stood in the table stands here."""
    words = _("Move {number} of {mover}: {move}", number=number, mover=mover, move=notation)
    if decision.retold:
        return _("Told anew"), words
    return _("Taken back by hand") if decision.seen else _("Taken back"), words


def unreadable(kept: KeptEvent) -> tuple[str, str]:
    """Tell of an event that is not what it should be."""
    words = _(
        "Entry {number} of the record ({kind}) cannot be read; the JSON export holds it as it is.",
        number=kept.number,
        kind=kept.kind,
    )
    return _("Not shown"), words


def fault(violation: AnyViolation) -> str:
    """Say what was wrong with each cell and number; records of old know that in English only."""
    if isinstance(violation.message, str) and current() != ENGLISH:
        return ruling(violation).wrong
    return say(violation.message)
