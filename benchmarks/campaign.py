"""How often a referee's record is what truly happened: ``python benchmarks/campaign.py``.

Whole random games of all three kinds are told to the referee with faults: dice and tiles misread,
looks missed, hands that rest, moves taken back or illegal (docs/campaign.md). The rate of each
fault is an option; ``--only dice`` sets all others to 0, ``--each-alone`` does so for each in turn.

With ``--depth pictures`` each game is drawn as a camera sees it, and followed as live games are.

A game is reproduced by its seed: ``--game palagonia --seed 17 --show`` tells its story, what truly
happened, what was seen, what was said; ``--film OUT.mp4`` draws it with what the referee held. With
``--results FILE`` each game is kept as a line of JSON, and those that are there already are not
played again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.cli.cluster_option import add_scheduler_option
from companion.cli.output import leave_unread
from companion.clusters import cluster, spread
from rules.judging import GAMES
from training.campaign.pace import PACES, USUAL
from training.campaign.props import DROPPED, Props
from training.campaign.rates import KINDS, Rates
from training.campaign.results import (
    DEPTHS,
    PICTURES,
    READINGS,
    Job,
    Summary,
    kept_results,
    key_of,
    play,
    table,
)
from training.campaign.story_film import write_film
from training.campaign.waiting_tiles import Supply


def main() -> None:
    try:
        run(parsed())
        sys.stdout.flush()
    except BrokenPipeError:
        leave_unread()
        sys.exit(1)


def run(arguments: argparse.Namespace) -> None:
    try:
        rates = replace(Rates(), **given_rates(arguments))
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    if arguments.only:
        rates = rates.alone(arguments.only)
    games = [arguments.game] if arguments.game else list(GAMES)
    given = arguments.neighbour, arguments.dropped, arguments.covered
    props = Props(arguments.supply, arguments.palagems, *given)
    how = arguments.depth, arguments.pace, props
    if arguments.show:
        for game in games:
            play(Job(game, arguments.seed or 0, rates, *how), print)
    if arguments.film:
        try:
            pace = PACES[arguments.pace]
            write_film(games[0], arguments.seed, rates, pace, arguments.film, props)
        except OSError as error:
            print(error, file=sys.stderr)
            sys.exit(2)
    if arguments.show or arguments.film:
        return
    kinds = {kind: rates.alone(kind) for kind in KINDS} if arguments.each_alone else {"all": rates}
    number = arguments.games or (10 if arguments.depth == PICTURES else 30)
    seeds = range(arguments.first_seed, arguments.first_seed + number)
    if arguments.seed is not None:
        seeds = range(arguments.seed, arguments.seed + 1)
    jobs = [Job(game, seed, r, *how) for r in kinds.values() for game in games for seed in seeds]
    results = {key_of(result): result for result in played(jobs, arguments)}
    rows = []
    for kind, its_rates in kinds.items():
        for game in games:
            own = [results[Job(game, seed, its_rates, *how).key] for seed in seeds]
            rows.append((game if kind == "all" else f"{kind}: {game}", Summary.of(own)))
    if arguments.json:
        for job in jobs:
            print(json.dumps(results[job.key]))
        print(json.dumps({"rates": asdict(rates), **{n: s.to_json() for n, s in rows}}))
        return
    for job in jobs if arguments.each else []:
        print(line(results[job.key]))
    print(table(rows))


def played(jobs: list[Job], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the results of all jobs, those on file first; play the others and keep them."""
    kept = kept_results(arguments.results) if arguments.results else {}
    due = [job for job in jobs if job.key not in kept]
    yield from kept.values()
    file = arguments.results.open("a", encoding="utf-8") if arguments.results else None
    try:
        for number, result in enumerate(results_of(due, arguments), 1):
            if file is not None:
                file.write(json.dumps(result) + "\n")
                file.flush()
            if number % (5 if arguments.depth == PICTURES else 50) == 0:
                print(f"{number} of {len(due)} games", file=sys.stderr)
            yield result
    finally:
        if file is not None:
            file.close()


def results_of(jobs: list[Job], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the results of jobs, played here, by processes, or by the workers of a scheduler."""
    if arguments.scheduler is not None:
        with cluster(arguments.scheduler) as client:
            yield from spread(client, play, jobs)
    elif arguments.processes > 1:
        with get_context("spawn").Pool(arguments.processes) as pool:
            yield from pool.imap_unordered(play, jobs)
    else:
        yield from map(play, jobs)


def line(result: dict[str, Any]) -> str:
    """Return one game's result for people."""
    told = [
        "exact" if result["exact"] else "not exact",
        *([] if result["exact"] or not result["exact_with_answers"] else ["exact with answers"]),
        *(["stuck"] if result["stuck"] else []),
        f"{result['questions']} questions",
        *(f"{u['kind']} at {u['t']} s ({u['said']})" for u in result["wrong"][:3]),
    ]
    return f"{result['game']} {result['seed']}: {', '.join(told)}"


def given_rates(arguments: argparse.Namespace) -> dict[str, float]:
    found = {kind: getattr(arguments, kind) for kind in KINDS}
    return {kind: rate for kind, rate in found.items() if rate is not None}


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benchmarks/campaign.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--game", choices=GAMES, help="all three where none is named")
    add("--depth", choices=DEPTHS, default=READINGS, help="what the referee is told (readings)")
    add("--pace", choices=list(PACES), default=USUAL, help="how fast people play (usual)")
    add(
        "--supply",
        type=Supply,
        choices=list(Supply),
        default=Supply.NONE,
        help="how the tiles lie that wait to be laid; pictures alone show it (none)",
    )
    add(
        "--palagems",
        action="store_true",
        help="the players' palagems lie on the table, and it is not told whose is which",
    )
    add(
        "--neighbour",
        action="store_true",
        help="somebody in a corner of the picture never keeps still",
    )
    add(
        "--dropped",
        type=int,
        choices=range(len(DROPPED) + 1),
        default=0,
        help="so many tiles lie there from the first that are none of the game (0)",
    )
    add(
        "--covered",
        type=int,
        metavar="TURNS",
        default=0,
        help="the camera is covered until so many turns were made (0)",
    )
    add("--games", type=int, help="how many of each (30; of pictures 10)")
    add("--first-seed", type=int, default=0)
    add("--seed", type=int, help="one game alone")
    add("--show", action="store_true", help="tell the story of the game with this seed")
    add("--film", type=Path, metavar="OUT.mp4", help="draw the game with this seed as a film")
    add("--only", choices=list(KINDS), help="this fault alone")
    add("--each-alone", action="store_true", help="each fault alone, one after the other")
    add("--each", action="store_true", help="a line for each game, too")
    add("--json", action="store_true", help="a line of JSON a game, and one with the totals")
    add("--results", type=Path, help="where games are kept, and taken up again")
    add("--processes", type=int, default=1)
    add_scheduler_option(parser)
    for kind, share in KINDS.items():
        usual = getattr(Rates(), kind)
        add(f"--{kind.replace('_', '-')}", type=float, metavar="RATE", help=f"{share} ({usual})")
    arguments = parser.parse_args()
    if (arguments.games is not None and arguments.games < 1) or arguments.processes < 1:
        parser.error("--games and --processes are at least 1.")
    upset = arguments.disturbances or arguments.crooked
    if upset and arguments.depth != PICTURES and not arguments.film:
        parser.error("Pictures alone show --disturbances and --crooked: add --depth pictures.")
    has_props = arguments.supply != Supply.NONE or arguments.palagems or arguments.neighbour
    has_props = has_props or arguments.dropped or arguments.covered
    if has_props and arguments.depth != PICTURES and not arguments.film:
        parser.error("Pictures alone show what lies or sits there: add --depth pictures.")
    if arguments.film and (arguments.game is None or arguments.seed is None):
        parser.error("A film is of one game: name it with --game and --seed.")
    return arguments


if __name__ == "__main__":
    main()
