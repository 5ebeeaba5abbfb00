"""Photos through a strong barrel, read with its profile: as well as through a straight lens.

The scenes are drawn (renders), each once through either lens. ``benchmarks/profiles.py`` measures
the same on many more; docs/calibration.md has its figures.
"""

from __future__ import annotations

from training.synthesis.trials import (
    BARREL,
    FIRST_SEED,
    STRAIGHT,
    profile_of,
    scored,
    seen_through,
)
from training.synthesis.unseen.families import family_of
from vision.readers.reader import Reader
from vision.readers.tuned_reader import TunedReader, Tuning

SIZE = (960, 720)
FAMILIES = ("overhead", "oblique", "sloppy", "othercolour", "dice", "clutter", "palagems")


def seeds() -> list[int]:
    """Return one seed of each family in which little but the lens is hard."""
    of_family = {family_of(seed).name: seed for seed in range(FIRST_SEED, FIRST_SEED + 40)}
    return [of_family[name] for name in FAMILIES]


def test_a_profile_makes_a_wide_angle_lens_as_good_as_a_straight_one(reader: Reader) -> None:
    tuned = TunedReader(reader, Tuning(lens=profile_of(BARREL, SIZE)))
    straight = [scored("straight", seen_through(STRAIGHT, seed, SIZE), reader) for seed in seeds()]
    bent = [scored("bent", seen_through(BARREL, seed, SIZE), tuned) for seed in seeds()]
    assert sum(score.tiles for score in bent) > 60
    assert sum(score.exact for score in bent) >= sum(score.exact for score in straight)
    assert sum(score.right for score in bent) == sum(score.tiles for score in bent)
    # What is wrong is never wrong for certain because of the lens.
    assert sum(score.silent for score in bent) <= sum(score.silent for score in straight)
