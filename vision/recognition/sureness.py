"""When the reader stands by a whole photo, and what it says when it does not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.lattice import Cell
from rules.messages import Message, MessageCode, Wording
from vision.pictures.quality import Unfit
from vision.reading import ClusterReading, Reading, TileReading
from vision.recognition.cells import CellBelief
from vision.recognition.promise import LEAST_MARGIN
from vision.recognition.thresholds import MOST_TILES, MUCH_COVERED, SURE_ON_A_CLOSER_LOOK


class Doubt(MessageCode):
    """Why a reading is not sure, said to players."""

    UNSURE_TILES = Wording(
        "One tile cannot be read for certain; look at the one that is marked.",
        "{count} tiles cannot be read for certain; look at those that are marked.",
    )
    MORE_THAN_TWO_SETS = Wording(
        "More tiles are read than two sets have; cover what looks like tiles with a plain cloth."
    )
    RAISED_TILES = Wording(
        "Something looks like a tile that does not lie flat; put it down, or cover it if it is "
        "none.",
        "{count} things look like tiles that do not lie flat; put them down, or cover what is "
        "none.",
    )
    LOOK_ALIKES = Wording(
        "No tile is read, but something looks a little like one; cover cards and patterns with a "
        "plain cloth, or take the photo from closer."
    )
    MUCH_COVERED = Wording(
        "No tile is read, but something covers much of the picture; take it away."
    )
    FAINT_THINGS = Wording(
        "Something on the table looks a little like a tile; take it away, or take the photo from "
        "closer."
    )
    UNSURE_CELLS = Wording(
        "Something beside the tiles looks a little like a tile; take the photo from closer."
    )
    PATTERN_OF_TILES = Wording("The table's pattern looks like tiles; cover it with a plain cloth.")
    TOO_MUCH_TO_SEE = Wording(
        "Too much on the table looks like tiles to look at all of it; cover it with a plain cloth, "
        "or take the photo from closer."
    )
    SMALL_PICTURE = Wording(
        "The picture is too small to tell tiles; take it, or give it, in its full size."
    )
    DARK_PICTURE = Wording(
        "Hardly anything is seen in the picture; uncover the lens, or give the table more light."
    )
    BURNT_PICTURE = Wording(
        "Most of the picture is white; give the table less light, or expose the picture for less."
    )
    NOISY_PICTURE = Wording(
        "The picture shows nothing but noise; give the table more light, and check the camera."
    )
    BLURRED_PICTURE = Wording(
        "Nothing in the picture is sharp; hold the camera still, wipe its lens, and let it focus."
    )
    PARTLY_BLURRED_PICTURE = Wording(
        "A part of the picture is blurred; take it from further away, or let the camera focus on "
        "the tiles."
    )
    HARD_LIGHT = Wording(
        "Hard light, or lines across the table, may hide a tile; draw the curtain, or take away "
        "what lies across."
    )
    BELOW_A_DIE = Wording("A die may lie on a tile; lay it beside the tiles.")
    FAR_OFF = Wording(
        "Something far off looks like tiles that are seen too flat; take the photo from further "
        "above."
    )
    CLUSTERS_MAY_BE_ONE = Wording(
        "Two groups of tiles may be one; show all of the board, from further above."
    )


_WHY_UNFIT = {
    Unfit.SMALL: Doubt.SMALL_PICTURE,
    Unfit.DARK: Doubt.DARK_PICTURE,
    Unfit.BURNT: Doubt.BURNT_PICTURE,
    Unfit.PARTLY_BURNT: Doubt.BURNT_PICTURE,
    Unfit.NOISY: Doubt.NOISY_PICTURE,
    Unfit.BLURRED: Doubt.BLURRED_PICTURE,
    Unfit.PARTLY_BLURRED: Doubt.PARTLY_BLURRED_PICTURE,
}


def reason_for_doubt(
    looked_at: Iterable[Mapping[Cell, CellBelief]],
    clusters: Sequence[ClusterReading],
    faint: int,
    may_be_one: bool,
    raised: int = 0,
    covered: float = 0.0,
    *,
    patterned: bool = False,
) -> Message | None:
    """Return why a reading is not sure; None when it is.

    Parameters
    ----------
    looked_at
        The beliefs of every lattice that was looked at, those that turned out to hold nothing too.
    clusters
        What is going to be said. Dice say themselves how sure they are.
    faint
        How many things were seen that may be tiles, but are not said to be.
    may_be_one
        Whether two clusters may be one: they touch, or may go on to one another unseen.
    raised
        How many tiles are held over the table, or lie on others. A cloth's pattern may look so,
        too: what is said holds of both.
    covered
        What share of the picture something above the table covers, 0..1.
    patterned
        Whether the table's own pattern was taken for a tile somewhere.
    """
    beliefs = [belief for cells in looked_at for belief in cells.values()]
    unsure_tiles = sum(not tile.sure for cluster in clusters for tile in cluster.tiles)
    if sum(len(cluster.tiles) for cluster in clusters) > MOST_TILES:
        return Doubt.MORE_THAN_TWO_SETS()
    if patterned:
        return Doubt.PATTERN_OF_TILES()
    if raised:
        return Doubt.RAISED_TILES(count=raised)
    if unsure_tiles:
        return Doubt.UNSURE_TILES(count=unsure_tiles)
    if faint:
        return Doubt.FAINT_THINGS() if clusters else Doubt.LOOK_ALIKES()
    if not clusters and covered > MUCH_COVERED:
        return Doubt.MUCH_COVERED()
    if any(not belief.is_sure for belief in beliefs if not belief.is_tile):
        return Doubt.UNSURE_CELLS() if clusters else Doubt.LOOK_ALIKES()
    if may_be_one:
        return Doubt.CLUSTERS_MAY_BE_ONE()
    return None


def unless(was_cut_short: bool, reading: Reading) -> Reading:
    """Return a reading as it is, or unsure where something was left out that might matter."""
    if not (was_cut_short and reading.sure):
        return reading
    return replace(reading, sure=False, reason=Doubt.TOO_MUCH_TO_SEE(), margin=-math.inf)


def on_a_cloth_of_tiles(reading: Reading) -> Reading:
    """Return what is read beside a cloth's own tiles, unsure: some on it may be taken for those."""
    return replace(reading, sure=False, reason=Doubt.PATTERN_OF_TILES(), margin=-math.inf)


def in_hard_light(reading: Reading, margin: float) -> Reading:
    """Return what is read of a table that seems empty, unsure where it may show a tile otherwise.

    ``margin`` tells how far, in log odds, what was seen in another light is from being one.
    """
    return _unless_drawn_anew(reading, margin, Doubt.HARD_LIGHT())


def below_a_die(reading: Reading, margin: float) -> Reading:
    """Return what is read, unsure where a tile may lie below a die.

    ``margin`` tells how far, in log odds, what was seen without the die is from being one.
    """
    return _unless_drawn_anew(reading, margin, Doubt.BELOW_A_DIE())


def _unless_drawn_anew(reading: Reading, margin: float, reason: Message) -> Reading:
    least = margin if reading.margin is None else min(margin, reading.margin)
    if least > LEAST_MARGIN:
        return replace(reading, margin=least)
    return replace(reading, sure=False, reason=reason, margin=least)


def on_a_closer_look(reading: Reading, margins: Mapping[TileReading, float]) -> Reading:
    """Return what is read, its tiles not sure that hardly look like tiles on a closer look.

    ``margins`` are those of tiles that were looked at so, in log odds, from being none at all.
    """
    off = {
        tile for tile, margin in margins.items() if margin <= SURE_ON_A_CLOSER_LOOK and tile.sure
    }
    if not off:
        return reading
    clusters = tuple(
        replace(
            cluster,
            tiles=tuple(replace(t, sure=False) if t in off else t for t in cluster.tiles),
        )
        for cluster in reading.clusters
    )
    unsure = sum(not tile.sure for cluster in clusters for tile in cluster.tiles)
    reason = Doubt.UNSURE_TILES(count=unsure) if reading.sure else reading.reason
    return replace(reading, sure=False, reason=reason, clusters=clusters, margin=-math.inf)


def in_unfit_picture(reading: Reading, unfit: Unfit) -> Reading:
    """Return what is read in a picture that cannot show tiles, nothing of it being sure.

    Where only a part of it cannot, what is read elsewhere may well be.
    """
    reason = _WHY_UNFIT[unfit]()
    unsure = replace(reading, sure=False, reason=reason, margin=-math.inf)
    if unfit is Unfit.PARTLY_BURNT:
        return reading if reading.clusters else unsure
    if unfit is Unfit.PARTLY_BLURRED:
        return unsure if reading.sure else reading
    clusters = tuple(
        replace(cluster, tiles=tuple(replace(tile, sure=False) for tile in cluster.tiles))
        for cluster in reading.clusters
    )
    dice = tuple(replace(die, sure=False) for die in reading.dice)
    return replace(unsure, clusters=clusters, dice=dice)


def margin_of_reading(
    looked_at: Iterable[Mapping[Cell, CellBelief]], faint: Iterable[float], *, doubted: bool
) -> float:
    """Return how far, in log odds, the least sure thing is on the sure side of its threshold.

    Parameters
    ----------
    looked_at
        The beliefs of every lattice that was looked at.
    faint
        The margins of what was seen and is not said to be a tile.
    doubted
        Whether there is a reason for doubt; one that is no matter of degree, such as clusters that
        may be one, makes it minus infinity.

    Returns
    -------
    float
        Above 0 where there is no reason for doubt; infinity where nothing was seen at all.
    """
    beliefs = (belief.margin for cells in looked_at for belief in cells.values())
    least = min([*beliefs, *faint], default=math.inf)
    return -math.inf if doubted and least > 0 else least


def promised(
    reading: Reading, beliefs: Sequence[Mapping[Cell, CellBelief]], least: float = LEAST_MARGIN
) -> Reading:
    """Return a reading as sure as the promise allows: where its margin is above ``least`` alone.

    ``beliefs`` are those of its clusters, in their order.
    """
    if not reading.sure or reading.margin is None or reading.margin > least:
        return reading
    clusters = tuple(
        replace(
            cluster,
            tiles=tuple(replace(t, sure=cells[t.cell].margin > least) for t in cluster.tiles),
        )
        for cluster, cells in zip(reading.clusters, beliefs, strict=True)
    )
    unsure = sum(not tile.sure for cluster in clusters for tile in cluster.tiles)
    reason = Doubt.UNSURE_TILES(count=unsure) if unsure else Doubt.FAINT_THINGS()
    return replace(reading, sure=False, reason=reason, clusters=clusters)
