"""What the referee says, as people hear and read it: a headline, and what there is to add.

It is made in the language of who listens.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.live.kept_events import KeptEvent
from companion.live.snapshot import Snapshot, StandingMove
from companion.referee.decisions import (
    Answered,
    Claimed,
    Confirmed,
    Decision,
    DieSet,
    LaidAgain,
    LetStand,
    MoverSet,
    PalagemSet,
    Paused,
    RecordIsRight,
    Resumed,
    TableIsRight,
    TakenBack,
    TakenMove,
    TileSet,
    TurnEnded,
    TurnsTold,
    Voted,
)
from companion.referee.events import (
    Adrift,
    CameraWasMoved,
    Correction,
    DieRolled,
    Event,
    IllegalTable,
    InStep,
    MoveMade,
    Over,
    Question,
    QuestionSettled,
    Ready,
    Restored,
    Unsure,
    WatchTooSlow,
)
from companion.referee.questions import SettledHow
from companion.referee.rolls import RollKnown
from companion.showing.reasons import reason_in_words
from companion.showing.results import guessed, result_sentence, scores_sentence
from companion.showing.rulings import ruling
from companion.showing.score_sheet.correction_wording import plain
from companion.showing.sums import island_sum
from companion.words.language import gettext as _
from companion.words.language import isolated, listing, ngettext, say
from rules import Move, Reason, ScoredIsland, ScoreRow, Verdict

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


def announce(event: Event, *, by_hand: bool = False) -> Announcement:
    """Put an event into words; one of a kind that needs none has an empty headline.

    What holds only if an earlier move was as presumed is said with that condition. Where nothing
    but whose it is rests on that, no player is named, and it is a fact. ``by_hand``: people tap the
    tiles in, and no camera sees them.
    """
    words = _announce(event, by_hand=by_hand)
    match event:
        case DieRolled() | MoveMade() if event.only_whose:
            return words
        case DieRolled() | MoveMade() | IllegalTable() | Over() if event.rests_on is not None:
            number, what = event.rests_on, words.headline
            said = _("If move {number} is right: {what}", number=number, what=what)
            return replace(words, headline=said)
        case _:
            return words


def announce_made(made: MoveMade) -> Announcement:
    """Put a move of the list of moves into words, its player named even where that is open."""
    return announce(replace(made, only_whose=False))


def _announce(event: Event, *, by_hand: bool) -> Announcement:
    match event:
        case Ready() if by_hand:
            return Announcement("plain", _("Play may begin."))
        case Ready():
            return Announcement("plain", _("The table is seen; play may begin."))
        case DieRolled():
            return Announcement("plain", _rolled(event))
        case MoveMade():
            return _move(event)
        case IllegalTable():
            return _illegal(event, by_hand=by_hand)
        case Restored():
            return Announcement("plain", _("The table is right again."))
        case Unsure():
            return Announcement("ask", reason_in_words(event.reason, by_hand=by_hand))
        case Question():
            # answers that read alike are told apart by the eye alone
            answers = "; ".join(dict.fromkeys(say(choice.says) for choice in event.choices))
            return Announcement(
                "ask",
                reason_in_words(event.reason, by_hand=by_hand),
                (_("Perhaps: {answers}.", answers=answers),),
            )
        case QuestionSettled(how=SettledHow.SEEN) if by_hand:
            return Announcement("plain", _("The question is settled."))
        case QuestionSettled(how=SettledHow.SEEN):
            return Announcement("plain", _("What was asked was seen by now."))
        case Adrift():
            return _adrift()
        case InStep():
            return Announcement("plain", _("Table and record agree again."))
        case WatchTooSlow():
            return Announcement("plain", _too_slow(event))
        case CameraWasMoved():
            return Announcement("plain", _("The camera was moved; the board was found again."))
        case Correction():
            return Announcement("plain", _decided(event.decision))
        case Over():
            scores = scores_sentence(event.scores)
            return Announcement("end", result_sentence(event), (scores,) if scores else ())
        case _:
            return Announcement("plain", "")


def _adrift() -> Announcement:
    what_to_do = _("Say which is right, or put the tiles back; play goes on meanwhile.")
    return Announcement("ask", _("Table and record differ."), (what_to_do,))


def _too_slow(event: WatchTooSlow) -> str:
    return ngettext(
        "This computer is too slow: a look takes {count} second. It looks less often now.",
        "This computer is too slow: a look takes {count} seconds. It looks less often now.",
        max(1, round(event.seconds)),
    )


def _rolled(event: DieRolled) -> str:
    if event.how is RollKnown.INFERRED:
        return _(
            "{player} rolls a {value}, as the tiles tell.", player=_who(event), value=event.value
        )
    return _("{player} rolls a {value}.", player=_who(event), value=event.value)


def _who(event: DieRolled | MoveMade) -> str:
    """Name who rolled or moved; where that is open it is just whose turn it was."""
    return _("The player") if event.only_whose else event.mover


def _illegal(event: IllegalTable, *, by_hand: bool) -> Announcement:
    faults = dict.fromkeys(ruling(violation).wrong for violation in event.violations)
    if event.unless_unseen and not by_hand:
        unseen = _("If a tile lies there that the camera does not see, correct the reading.")
        return Announcement("bad", _("Not legal, as far as it is seen."), (*faults, unseen))
    return Announcement("bad", _("Not legal."), tuple(faults))


def _move(event: MoveMade) -> Announcement:
    done = _what_was_done(event.move)
    headline = _("{player} {what}.", player=_who(event), what=done)
    together: tuple[str, ...] = () if event.apart else (_seen_together(),)
    if event.presumed:
        headline = _("Presumably {player} {what}.", player=event.mover, what=done)
        together = (*together, _may_be_palagem() if event.may_be_palagem else _presumed())
    if event.move.is_pass and event.verdict.legal:
        together = (_("What the roll asks for cannot be done."), *together)
    if event.violations:
        faults = [ruling(violation).wrong for violation in event.violations]
        stood = _("It was not legal and was let stand.")
        return Announcement("bad", headline, (stood, *faults, *together))
    closed = [
        island_sentence(island, event.mover, event.helper) for island in event.verdict.islands
    ]
    ended = _why_it_ended(event.verdict)
    ended = [guessed(sentence) for sentence in ended] if event.whose_guessed else ended
    tone: Tone = "good" if closed or ended else "plain"
    return Announcement(tone, headline, (*closed, *ended, *together))


def _presumed() -> str:
    return _("It is not known for sure; say that it is right, or take it back or correct it.")


def _may_be_palagem() -> str:
    return _("If a palagem is being laid out, go on; if it is the game, say so.")


def _seen_together() -> str:
    return _("It was seen together with other moves; which tiles came first is not known.")


def _what_was_done(move: Move) -> str:
    done = []
    placed, removed, rotated = len(move.placed), len(move.removed), len(move.rotated)
    if placed:
        done.append(ngettext("lays {count} tile", "lays {count} tiles", placed))
    if removed:
        done.append(ngettext("takes {count} tile", "takes {count} tiles", removed))
    if rotated:
        done.append(ngettext("turns {count} tile", "turns {count} tiles", rotated))
    return listing(done) or _("passes")


def announce_now(kept: KeptEvent, snapshot: Snapshot, *, by_hand: bool = False) -> Announcement:
    """Put what was told into words, and say where people confirmed since what it rests on."""
    event, words = kept.event, announce(kept.event, by_hand=by_hand)
    number = getattr(event, "rests_on", None)
    if isinstance(event, MoveMade) and event.presumed:
        number = event.number
    if number is None or not snapshot.is_confirmed(number, kept):
        return words
    since = _("Players have said since that move {number} is right.", number=number)
    return replace(words, details=(*words.details, since))


def announce_standing(move: StandingMove) -> Announcement:
    """Put a move that stands into words, with what people have voted on its islands since."""
    words = announce_made(move.made)
    voted = tuple(
        _("By vote it counts {value}: {points}.", value=row.agreed, points=_won(row))
        for row in move.rows.values()
        if row.agreed is not None
    )
    return replace(words, details=(*words.details, *voted))


def _won(row: ScoreRow) -> str:
    players = (row.creator, row.helper)
    return ", ".join(f"{isolated(player)} +{row.points(player)}" for player in players if player)


def island_sentence(island: ScoredIsland, mover: str, helper: str | None) -> str:
    """Say what an island that a move closed is worth, and who gets what for it.

    ``helper`` is None where nobody moved before.
    """
    names = {
        ("white", False): _("White island"),
        ("white", True): _("White continent"),
        ("blue", False): _("Blue island"),
        ("blue", True): _("Blue continent"),
    }
    words = {
        "island": names[island.color, island.continent],
        "sum": island_sum(island.limbs, island.animals, island.value),
        "points": ngettext("{count} point", "{count} points", island.creator),
        "player": mover,
    }
    if not island.helper:
        return _("{island}: {sum}. {points} for {player}.", **words)
    if helper is None:  # records of earlier versions do not say who it was
        return _(
            "{island}: {sum}. {points} for {player}, {shared} for the helper.",
            **words,
            shared=island.helper,
        )
    return _(
        "{island}: {sum}. {points} for {player}, {shared} for {helper} as helper.",
        **words,
        shared=island.helper,
        helper=helper,
    )


def _why_it_ended(verdict: Verdict) -> list[str]:
    match verdict.reason:
        case Reason.CLOSED_GROUP if verdict.winner == "white":
            return [_("A white group is closed.")]
        case Reason.CLOSED_GROUP:
            return [_("A blue group is closed.")]
        case Reason.BOTH_CLOSED:
            return [_("Groups of both colours are closed, so the mover loses.")]
        case Reason.PALAGEM:
            return [_("The palagem of {player} stands on the table.", player=verdict.winner)]
        case Reason.MOVER_LOSES:
            players = listing(verdict.palagems)
            return [_("One move completes the palagems of {players}.", players=players)]
        case _:
            return []


def _die_set(decision: DieSet) -> str:
    value, number = decision.value, decision.number
    if number is not None:
        return _("The roll of move {number} was a {value}.", number=number, value=value)
    if decision.mover is not None:
        return _("The roll of {player} is a {value}.", player=decision.mover, value=value)
    return _("The roll is a {value}.", value=value)


def _confirmed(decision: Confirmed) -> str:
    if decision.seen:
        return ngettext(
            "Move {numbers} is right, as what was seen later shows.",
            "Moves {numbers} are right, as what was seen later shows.",
            len(decision.numbers),
            numbers=", ".join(map(str, decision.numbers)),
        )
    return ngettext(
        "Move {numbers} is right, the players say.",
        "Moves {numbers} are right, the players say.",
        len(decision.numbers),
        numbers=", ".join(map(str, decision.numbers)),
    )


def _decided(decision: Decision) -> str:
    """Say shortly what people decided; the record has what was seen and what was decided."""
    match decision:
        case TileSet():
            return _("A tile was put right.")
        case TakenBack(seen=True):
            return _("The last move is taken back by hand, as seen on the table.")
        case TakenBack(of_palagem=True):
            return _("The last move was none: a palagem was built.")
        case TakenBack(retold=True):
            return _("The last move is told anew, since more is seen now.")
        case TakenBack(taken=TakenMove(number=number)):
            return _("Move {number} is taken back.", number=number)
        case TakenBack():
            return _("The last move is taken back.")
        case LaidAgain():
            return _("Move {number} stands again.", number=decision.number)
        case TurnsTold():
            return _("From move {number} on it is as the players say.", number=decision.number)
        case Answered():
            return _("The question is answered.")
        case Confirmed():
            return _confirmed(decision)
        case TableIsRight():
            return _("The table is right as it lies.")
        case RecordIsRight():
            return _("The record is right; put the table back.")
        case LetStand():
            return _("The players let it stand.")
        case DieSet():
            return _die_set(decision)
        case MoverSet(number=None):
            return _("It is the turn of {player}.", player=decision.player)
        case MoverSet():
            return _(
                "Move {number} was made by {player}.",
                number=decision.number,
                player=decision.player,
            )
        case TurnEnded():
            return _("{player} ends the turn.", player=decision.mover)
        case Paused():
            return _("The game is paused.")
        case Resumed():
            return _("The game goes on.")
        case Voted():
            return _("By vote island {row} counts {value}.", row=decision.row, value=decision.value)
        case Claimed(right=True):
            return _("{player} claims it rightly.", player=decision.player)
        case Claimed():
            return _("{player} claims it wrongly and loses the next move.", player=decision.player)
        case PalagemSet() if decision.tiles == decision.seen:
            return _("The palagem of {player} is theirs, the players say.", player=decision.player)
        case PalagemSet():
            return _("{player} has built a palagem.", player=decision.player)
        case _:
            words = plain(decision.decided_to_json())
            return _("{heading}: {words}.", heading=decision.what, words=words)
