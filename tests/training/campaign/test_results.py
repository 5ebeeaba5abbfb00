"""A campaign's results: kept a line a game, taken up again, and counted."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from benchmarks import campaign
from companion.referee.events import DieRolled
from companion.referee.rolls import RollKnown
from training.campaign.judging import Untrue, announcements_in, names_nobody, true_with_condition
from training.campaign.measure import Measurement, harder, measure
from training.campaign.rates import NO_FAULTS, Rates
from training.campaign.reader_errors import ReaderErrors
from training.campaign.results import (
    PICTURES,
    Job,
    Share,
    Summary,
    kept_results,
    key_of,
    play,
    table,
)
from vision.pictures.images import load_image
from vision.readers.reader import Reader

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "benchmarks" / "campaign.py"


Finished = subprocess.CompletedProcess[str]


def run(*arguments: object) -> Finished:
    """Give the command some arguments in a process of its own, as people do."""
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def run_here(*arguments: object) -> Finished:
    """Give the command some arguments in this process, which has loaded what it needs."""
    command, code = [str(SCRIPT), *map(str, arguments)], 0
    with (
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
        pytest.MonkeyPatch.context() as patched,
    ):
        patched.setattr(sys, "argv", command)
        try:
            campaign.main()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Finished(command, code, out.getvalue(), err.getvalue())


def test_a_result_is_found_again_by_its_game_seed_and_rates(tmp_path: Path) -> None:
    job = Job("palago", 3, NO_FAULTS)
    result = play(job)
    assert key_of(json.loads(json.dumps(result))) == job.key
    file = tmp_path / "results.jsonl"
    file.write_text(json.dumps(result) + "\n" + json.dumps(result)[:40], encoding="utf-8")
    assert list(kept_results(file)) == [job.key]
    assert Job("palago", 3, Rates()).key != job.key
    assert Job("palago", 3, NO_FAULTS, PICTURES).key != job.key
    assert Job("palago", 3, NO_FAULTS, pace="brisk").key != job.key
    del result["depth"], result["pace"]
    assert key_of(result) == job.key


def test_figures_over_games() -> None:
    result = play(Job("palagem", 0, NO_FAULTS))
    wrong = {**result, "exact": False, "stuck": True, "wrong": [{"kind": "move"}]}
    summary = Summary.of([result, wrong, {**wrong, "wrong_and_sure": 1}])
    assert (summary.exact.hits, summary.exact.of) == (1, 3)
    assert (summary.wrong.hits, summary.wrong.of) == (1, 2)
    assert (summary.wrong_in_all.hits, summary.stuck.hits) == (2, 2)
    said = [{"conditional": True}, {"conditional": False}]
    alone = [{**result, "wrong_alone": said[:1]}, {**result, "wrong_alone": said}]
    assert (Summary.of(alone).wrong_alone.hits, Summary.of(alone).wrong_alone.of) == (1, 2)
    counted = {**result, "announced": [8, 9], "true_with_condition": [1, 3], "without_name": [0, 2]}
    shares = Summary.of([counted, counted])
    assert (shares.with_condition.hits, shares.with_condition.of) == (2, 16)
    assert (shares.with_condition_alone.hits, shares.with_condition_alone.of) == (6, 18)
    assert (shares.without_name_alone.hits, shares.without_name_alone.of) == (4, 18)
    misread = Summary.of([result, {**wrong, "wrong_dice": 1}]).wrong_with_true_dice
    assert (misread.hits, misread.of) == (0, 1)
    assert summary.kinds == {"move": 2}
    assert str(Share(1, 2)).startswith("50.0 % (")
    assert str(Share(0, 0)) == "-"
    assert "| palagem | 3 | 33.3 %" in table([("palagem", summary)])


def test_true_announcements_with_a_condition_are_counted() -> None:
    known = DieRolled(1.0, 1, 3, "Ann", RollKnown.SEEN)
    rests = replace(known, rests_on=2)
    assert announcements_in([known, rests]) == 2
    assert true_with_condition([known, rests], []) == 1
    nobody = replace(rests, only_whose=True)
    assert true_with_condition([nobody], []) == 0
    assert names_nobody(nobody)
    assert not names_nobody(rests)
    assert true_with_condition([known, rests], [Untrue("roll", 1.0, "", conditional=True)]) == 0


def test_the_command_plays_games_and_takes_them_up_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    asked = ("--game", "palagem", "--games", 2, "--json", "--results", file)
    first = run(*asked)
    assert first.returncode == 0
    *games, totals = [json.loads(line) for line in first.stdout.splitlines()]
    assert [game["seed"] for game in games] == [0, 1]
    assert totals["palagem"]["exact"]["of"] == 2
    kept = file.read_text("utf-8")
    assert run_here(*asked).stdout == first.stdout
    assert file.read_text("utf-8") == kept
    assert run_here(*asked[:3], 3, *asked[4:]).returncode == 0
    assert len(file.read_text("utf-8").splitlines()) == 3


def test_the_command_tells_a_story_and_refuses_wrong_usage() -> None:
    story = run_here("--game", "palago", "--seed", 1, "--show")
    assert story.returncode == 0
    assert "the table is empty" in story.stdout
    no_share = run_here("--dice", 15)
    assert no_share.returncode == 2
    assert "share from 0 to 1" in no_share.stderr
    assert run_here("--game", "chess").returncode == 2
    assert "A film is of one game" in run_here("--film", "game.mp4", "--seed", 1).stderr


def test_the_command_ends_quietly_where_nobody_reads_on() -> None:
    command = [sys.executable, str(SCRIPT), "--game", "palagem", "--seed", "0", "--show"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 1


def test_what_is_measured_is_what_campaigns_draw_from() -> None:
    errors = ReaderErrors.measured()
    for outcomes in (errors.tiles, errors.dice):
        assert sum(outcomes.counts.values()) > 100
        assert set(outcomes.examples) <= set(outcomes.counts)
    for outcome, examples in errors.tiles.examples.items():
        for said in examples:
            assert abs(sum(said) - 1) < 0.01
            best = said[1:].index(max(said[1:]))
            assert not outcome.endswith("right") or best == 0
            assert not outcome.endswith("turned") or best > 0


def test_a_labelled_photo_is_measured() -> None:
    photo = next((ROOT / "sample_images").glob("*sloppy*.jpg"))
    label = json.loads(photo.with_suffix(".json").read_text("utf-8"))
    found = Measurement()
    image = load_image(photo)
    measure(Reader(), image, label, found)
    tiles = [tile for cluster in label["clusters"] for tile in cluster["tiles"]]
    assert 0 < found.tiles.counts["right"] <= len(tiles)
    assert found.photos == 1
    worse = list(harder(image, 0))
    assert len(worse) > 3
    assert all(picture.shape == image.shape and picture.dtype == np.uint8 for picture in worse)


def test_workers_play_the_games_that_one_process_plays() -> None:
    asked = ("--game", "palagem", "--games", 2, "--json")
    here, by_workers = run_here(*asked), run(*asked, "--scheduler")
    assert [here.returncode, by_workers.returncode] == [0, 0], by_workers.stderr
    assert here.stdout == by_workers.stdout
    assert len(here.stdout.splitlines()) == 3
