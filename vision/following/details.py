"""The details of a table's picture: how places differ from their surroundings, whatever the light.

They tell light and shadows, which add none, from what came, and a camera that was moved from one
that stands still.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Float32s, Mask, Matrix
from vision.following.thresholds import (
    COARSE,
    DARK,
    DARKENED,
    ELSEWHERE,
    FINE,
    LEAST_UNCHANGED,
    MOVED_PLACES,
    SHOWN,
    SHOWN_ELSEWHERE,
    TINTED,
    UNLIKE_DETAIL,
    WENT,
)
from vision.pictures.channels import highest, lowest, middle

_ROUNDS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
_BLURS = (9, 1)
"""So many places wide is the blur, the coarsest first."""


def details(picture: Float32s, width: float) -> Float32s:
    """Return how places differ from their surroundings, ``width`` places wide, as logarithms."""
    logs = np.log(picture + DARK)
    return np.asarray(logs - cv2.GaussianBlur(logs, (0, 0), width), np.float32)


def likeness(new: Float32s, old: Float32s) -> float:
    """Return how much the details of two pictures agree, at most 1, however strongly they show."""
    alike = float((new * old).sum())
    return alike / max(math.sqrt(float((new**2).sum()) * float((old**2).sum())), 1e-9)


def redrawn_places(now: Float32s, before: Float32s) -> Mask:
    """Tell where a picture shows other details than before; light that falls softly adds none."""
    if now.shape != before.shape:
        return np.ones(now.shape[:2], np.bool_)
    apart = highest(np.abs(details(now, COARSE) - details(before, COARSE)))
    return np.asarray(apart > UNLIKE_DETAIL, np.bool_)


def altered_places(now: Float32s, before: Float32s) -> Mask:
    """Tell where a picture shows something else than before, and not the same in a shadow.

    A shadow draws nothing anew, takes about as much of all colours, and leaves some light.
    """
    apart = np.log(now + DARK) - np.log(before + DARK)
    other = (highest(apart) - lowest(apart) > TINTED) | (middle(apart) < DARKENED)
    return np.asarray(redrawn_places(now, before) | other, np.bool_)


def shows_through(part: Mask, laid: Mask, now: Float32s, before: Float32s) -> bool:
    """Tell whether a part of a picture still shows the details it did, as it does in a shadow.

    The edge of a shadow is a new detail: what is near the part's outline is not asked. In a pool of
    light nor is what is near to tiles that were ``laid`` since: they are but a small share of it,
    and show more details than all the rest. A hand that lays one casts a shadow, and no light.
    """
    whole = cv2.morphologyEx(part.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((9, 9)))
    inner = cv2.erode(whole, np.ones((7, 7)), borderValue=1) > 0
    if laid.any() and _is_brighter(inner & ~laid, now, before):
        inner &= cv2.dilate(laid.astype(np.uint8), np.ones((7, 7))) == 0
    if not inner.any():
        return False
    return likeness(details(now, FINE)[inner], details(before, FINE)[inner]) > SHOWN


def _is_brighter(part: Mask, now: Float32s, before: Float32s) -> bool:
    """Tell whether a part of a picture has grown brighter, more than the picture as a whole."""
    grown = middle(np.log(now + DARK)) - middle(np.log(before + DARK))
    return bool(part.any() and np.median(grown[part]) > max(0.0, np.median(grown)))


def lies_bare(part: Mask, now: Float32s, before: Float32s) -> bool:
    """Tell whether a part of a picture, however small, shows what it did: then nothing hides it.

    A lamp may change all of a cloth whose pattern looks like hands. A plain table tells nothing.
    """
    if now.shape != before.shape:
        return False
    around = cv2.dilate(part.astype(np.uint8), np.ones((3, 3))) > 0
    return likeness(details(now, FINE)[around], details(before, FINE)[around]) > SHOWN


def shows_a_part(unchanged: Mask, now: Float32s, before: Float32s) -> bool:
    """Tell whether some part of a picture that seems unchanged shows the details that it did.

    Of a pattern that is seen elsewhere now scattered places look as before, by chance: only those
    count that have such ones all around. A plain table tells nothing.
    """
    inner = cv2.erode(unchanged.astype(np.uint8), np.ones((5, 5)), borderValue=1) > 0
    if inner.mean() < LEAST_UNCHANGED:
        return False
    return likeness(details(now, COARSE)[inner], details(before, COARSE)[inner]) > SHOWN


def outline_went(part: Mask, laid: Mask, now: Float32s, before: Float32s) -> bool:
    """Tell whether what had its outline in a picture, round a part of it, went away since.

    What comes draws an outline, what goes takes its own along. ``laid`` is where tiles and dice are
    seen now, which have outlines of their own. (R. Cucchiara, C. Grana, M. Piccardi and A. Prati,
    "Detecting moving objects, ghosts, and shadows in video streams", IEEE PAMI 2003: what differs
    from a remembered picture and does not stand out itself is the ghost of what was there then.)
    """
    whole = part.astype(np.uint8)
    around = cv2.dilate(whole, np.ones((3, 3))) > cv2.erode(whole, np.ones((3, 3)), borderValue=1)
    outline = around & ~laid
    if not outline.any():
        return False
    is_drawn, was_drawn = (float(_steps(picture)[outline].mean()) for picture in (now, before))
    return is_drawn < WENT * was_drawn


def _steps(picture: Float32s) -> Float32s:
    """Return how strongly places differ from those next to them, as logarithms."""
    logs = np.log(picture + DARK)
    across, down = cv2.Scharr(logs, -1, 1, 0), cv2.Scharr(logs, -1, 0, 1)
    return np.asarray(highest(np.hypot(across, down)), np.float32)


def camera_was_moved(now: Float32s, before: Float32s) -> bool:
    """Tell whether a bare table shows the details that it did, but elsewhere in the picture.

    What is found is a shift first, and from there an affine map. A plain table, or one that
    somebody hides, tells nothing.
    """
    new, old = (middle(details(picture, COARSE)) for picture in (now, before))
    here = likeness(new, old)
    if here > SHOWN:
        return False
    # OpenCV 5 would lay a window that it is given on the pictures themselves.
    window = cv2.createHanningWindow((old.shape[1], old.shape[0]), cv2.CV_32F)
    new, old = new * window, old * window
    (across, down), _ = cv2.phaseCorrelate(old, new)
    start = np.array([[1, 0, across], [0, 1, down]], np.float32)
    found, way = _aligned(new, old, start, cv2.MOTION_AFFINE)
    corners = np.array([(x, y, 1) for x in (0, old.shape[1]) for y in (0, old.shape[0])])
    gone = np.hypot(*(corners @ way.T - corners[:, :2]).T).mean()
    return bool(found > SHOWN_ELSEWHERE and found > here + ELSEWHERE and gone > MOVED_PLACES)


def refined_way(now: Float32s, before: Float32s, way: Matrix) -> Matrix:
    """Return how places of a picture lie in a later one, (3, 3), knowing about how they do.

    Where the details of the two do not agree it is what was known. They are compared blurred first,
    which leads there from farther away.
    """
    new, old = (middle(details(picture, COARSE)) for picture in (now, before))
    found = (way / way[2, 2]).astype(np.float32)
    for blur in _BLURS:
        found = _aligned(new, old, found, cv2.MOTION_HOMOGRAPHY, blur)[1]
    return np.asarray(found, np.float64)


def _aligned(
    new: Float32s, old: Float32s, start: Float32s, motion: int, blur: int = 1
) -> tuple[float, Float32s]:
    """Return how much details agree at most, and by which way, sought from where to start.

    G. D. Evangelidis and E. Z. Psarakis, "Parametric image alignment using enhanced correlation
    coefficient maximization", IEEE PAMI 2008.
    """
    whole = np.ones(old.shape, np.uint8)
    try:
        found, way = cv2.findTransformECC(old, new, start.copy(), motion, _ROUNDS, whole, blur)
    except cv2.error:  # nothing that agrees was found
        return 0.0, start
    return float(found), np.asarray(way, np.float32)
