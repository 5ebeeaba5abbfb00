"""Results of a campaign: a line of JSON a game, and figures over many of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from training.campaign.pace import PACES, USUAL
from training.campaign.props import NO_PROPS, Props
from training.campaign.rates import Rates
from training.campaign.reader_errors import ReaderErrors
from training.campaign.refereeing import Told, referee_game
from training.campaign.script import write_script
from training.campaign.waiting_tiles import Supply
from training.campaign.watching import watch_drawn_game
from vision.evaluation.accuracy import wilson_interval

READINGS, PICTURES = DEPTHS = ("readings", "pictures")
"""What the referee is told: what a camera might say, or what is seen in drawn pictures."""

_COUNTED = ("dropped", "covered")
"""Of the props, those that are numbers."""


@dataclass(frozen=True)
class Job:
    """One game of a campaign, at one of the ``DEPTHS`` and one of the ``PACES``.

    ``props`` are what lies on the table besides, where it is drawn.
    """

    game: str
    seed: int
    rates: Rates
    depth: str = READINGS
    pace: str = USUAL
    props: Props = NO_PROPS

    @property
    def key(self) -> str:
        """What tells it from other games, as text."""
        how = [asdict(self.rates), self.depth, self.pace, asdict(self.props)]
        return json.dumps([self.game, self.seed, *how], sort_keys=True)


def play(job: Job, tell: Told | None = None) -> dict[str, Any]:
    """Play one game and return its result as JSON data.

    ``tell`` is told the story of the game, a line a call.
    """
    drawn: dict[str, Any] = {}
    pace = PACES[job.pace]
    if job.depth == PICTURES:
        watched = watch_drawn_game(job.game, job.seed, job.rates, pace, job.props)
        script, drawn = watched.script, watched.to_json()
    else:
        script = write_script(job.game, job.seed, job.rates, ReaderErrors.measured(), pace)
    done = referee_game(script, tell)
    return {
        "depth": job.depth,
        "pace": job.pace,
        **asdict(job.props),
        "game": job.game,
        "seed": job.seed,
        "rates": asdict(job.rates),
        "turns": len(script.turns),
        "wrong_and_sure": script.scenes[-1].wrong_and_sure,
        "wrong_dice": script.scenes[-1].wrong_dice,
        "exact": done.alone.exact,
        "exact_with_answers": done.helped.exact,
        "questions": done.helped.questions,
        "decisions": done.helped.decisions,
        "wrong": [asdict(untrue) for untrue in done.helped.untrue],
        "wrong_alone": [asdict(untrue) for untrue in done.alone.untrue],
        "stuck": done.helped.stuck,
        "announced": [done.helped.announced, done.alone.announced],
        "true_with_condition": [done.helped.true_with_condition, done.alone.true_with_condition],
        "without_name": [done.helped.without_name, done.alone.without_name],
        **drawn,
    }


def key_of(result: dict[str, Any]) -> str:
    """Return the key of the job whose result this is."""
    depth, pace = result.get("depth", READINGS), result.get("pace", USUAL)
    supply = Supply(result.get("supply", Supply.NONE))
    palagems, neighbour = (bool(result.get(key, False)) for key in ("palagems", "neighbour"))
    counted = (int(result.get(key, 0)) for key in _COUNTED)
    props = Props(supply, palagems, neighbour, *counted)
    return Job(result["game"], result["seed"], Rates(**result["rates"]), depth, pace, props).key


def kept_results(path: Path) -> dict[str, dict[str, Any]]:
    """Return the results that were kept, by their keys; a line cut short is left out."""
    found: dict[str, dict[str, Any]] = {}
    if not path.is_file():
        return found
    for line in path.read_text("utf-8").splitlines():
        try:
            result = json.loads(line)
            found[key_of(result)] = result
        except (ValueError, KeyError, TypeError):
            continue
    return found


@dataclass(frozen=True)
class Share:
    """So many of so many, with the 95 % interval of the share."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval, both ends in 0..1."""
        return wilson_interval(self.hits, self.of)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        low, high = (round(end, 4) for end in self.interval)
        return {"hits": self.hits, "of": self.of, "low": low, "high": high}

    def __str__(self) -> str:
        if not self.of:
            return "-"
        low, high = self.interval
        return f"{100 * self.hits / self.of:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


@dataclass(frozen=True)
class Summary:
    """Figures over the games of one kind.

    Attributes
    ----------
    exact, exact_with_answers
        Games whose record is what truly happened: with nobody to help, and with people who answer.
    stuck
        Games that do not come back to the truth even so.
    wrong
        Games with a wrong announcement, of those in which no tile was read wrongly and surely.
    wrong_in_all
        Games with a wrong announcement, of all.
    wrong_with_true_dice
        Games with a wrong announcement, of those in which no tile and no die was read wrongly and
        surely.
    wrong_alone
        Games in which, nobody answering, something wrong was announced as a fact, of those in which
        no tile was read wrongly and surely: not as presumed, nor as resting on that.
    wrong_as_fact
        Games in which, people answering, something wrong was announced as a fact, of the same.
    with_condition, with_condition_alone
        Announcements that were true and yet made with a condition, of all announcements: people
        answering, and nobody.
    without_name_alone
        Announcements that named no player, since it was open whose it was, of all announcements:
        nobody answering.
    questions, turns
        In all games together.
    kinds
        The wrong announcements by their kinds.
    """

    exact: Share
    exact_with_answers: Share
    stuck: Share
    wrong: Share
    wrong_in_all: Share
    wrong_with_true_dice: Share
    wrong_alone: Share
    wrong_as_fact: Share
    with_condition: Share
    with_condition_alone: Share
    without_name_alone: Share
    questions: int
    turns: int
    kinds: Counter[str]

    @classmethod
    def of(cls, results: Sequence[dict[str, Any]]) -> Summary:
        """Count over results."""
        fair = [result for result in results if not result["wrong_and_sure"]]
        return cls(
            exact=_share(r["exact"] for r in results),
            exact_with_answers=_share(r["exact_with_answers"] for r in results),
            stuck=_share(r["stuck"] for r in results),
            wrong=_share(bool(r["wrong"]) for r in fair),
            wrong_in_all=_share(bool(r["wrong"]) for r in results),
            wrong_with_true_dice=_share(bool(r["wrong"]) for r in fair if not r.get("wrong_dice")),
            wrong_alone=_share(_has_wrong_fact(r) for r in fair if "wrong_alone" in r),
            wrong_as_fact=_share(_is_fact(r["wrong"]) for r in fair),
            with_condition=_announced(results, "true_with_condition", 0),
            with_condition_alone=_announced(results, "true_with_condition", 1),
            without_name_alone=_announced(results, "without_name", 1),
            questions=sum(r["questions"] for r in results),
            turns=sum(r["turns"] for r in results),
            kinds=Counter(untrue["kind"] for r in results for untrue in r["wrong"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        shares = ("exact", "exact_with_answers", "stuck", "wrong", "wrong_in_all")
        return {
            **{name: getattr(self, name).to_json() for name in shares},
            "wrong_with_true_dice": self.wrong_with_true_dice.to_json(),
            "wrong_alone": self.wrong_alone.to_json(),
            "wrong_as_fact": self.wrong_as_fact.to_json(),
            "true_with_condition": self.with_condition.to_json(),
            "true_with_condition_alone": self.with_condition_alone.to_json(),
            "without_name_alone": self.without_name_alone.to_json(),
            "questions": self.questions,
            "turns": self.turns,
            "kinds": dict(sorted(self.kinds.items())),
        }

    def row(self) -> list[str]:
        """Return it as the cells of a table, as ``HEADINGS`` names them."""
        each = f"{self.questions / self.turns:.2f}" if self.turns else "-"
        return [
            str(self.exact.of),
            str(self.exact),
            str(self.exact_with_answers),
            str(self.stuck),
            str(self.wrong),
            str(self.wrong_as_fact),
            str(self.with_condition),
            each,
        ]


HEADINGS = (
    "games",
    "exact without help",
    "exact with answers",
    "stuck",
    "wrong announcement",
    "wrong as a fact",
    "true with a condition",
    "questions a turn",
)


def table(rows: Iterable[tuple[str, Summary]]) -> str:
    """Return summaries as a table in Markdown."""
    lines = [["", *HEADINGS], ["---", *["---:" for _ in HEADINGS]]]
    lines += [[name, *summary.row()] for name, summary in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _has_wrong_fact(result: dict[str, Any]) -> bool:
    """Tell whether something wrong was announced as a fact, nobody answering."""
    return _is_fact(result["wrong_alone"])


def _is_fact(wrong: Sequence[dict[str, Any]]) -> bool:
    """Tell whether any of what was wrong was announced as a fact."""
    return any(not untrue.get("conditional") for untrue in wrong)


def _announced(results: Sequence[dict[str, Any]], what: str, which: int) -> Share:
    """Return how many announcements were so, of results that count them."""
    counted = [result for result in results if what in result]
    return Share(
        sum(result[what][which] for result in counted),
        sum(result["announced"][which] for result in counted),
    )


def _share(hits: Iterable[bool]) -> Share:
    found = list(hits)
    return Share(sum(found), len(found))
