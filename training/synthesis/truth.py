"""Ground truth of made-up photos as JSON, in the fields labelled photos use."""

from __future__ import annotations

import math
from typing import Any

from training.synthesis.scene import Scene, SceneTile
from vision.arrays import Points


def truth_to_json(scene: Scene, name: str) -> dict[str, Any]:
    """Return the truth about a scene whose picture is called ``name``."""
    return {
        "image": name,
        "width": scene.camera.width,
        "height": scene.camera.height,
        "family": scene.family,
        "style": scene.style,
        "difficulty": dict(scene.difficulty),
        "tile_R_mm": scene.look.radius,
        "tile_height_mm": scene.look.height,
        "clusters": [
            {"tiles": [_tile(tile) for tile in scene.tiles if tile.cluster == index]}
            for index in range(len(scene.clusters))
        ],
        "dice": [
            {
                "value": die.value,
                "center": _pixels(die.center),
                "corners": [_pixels(corner) for corner in die.corners],
                "visible": round(die.visible, 3),
            }
            for die in scene.dice
        ],
        "face_down": [{"center": _pixels(center)} for center in scene.face_down],
        "aloft": [[_pixels(corner) for corner in corners] for corners in scene.aloft],
        "camera_matrix": scene.camera.matrix.tolist(),
        "dist_coeffs": scene.camera.distortion(),
        "table_homography": scene.camera.table_homography().tolist(),
    }


def _pixels(point: Points) -> list[float]:
    return [round(float(point[0]), 2), round(float(point[1]), 2)]


def _tile(tile: SceneTile) -> dict[str, Any]:
    white = tile.center + 0.75 * (tile.corners[0] - tile.center)
    blue = tile.center + 0.75 * (tile.corners[3] - tile.center)
    return {
        "q": tile.laid.cell.q,
        "r": tile.laid.cell.r,
        "orientation": tile.laid.orientation,
        "center": _pixels(tile.center),
        "corners": [_pixels(corner) for corner in tile.corners],
        "white_tip": _pixels(white),
        "blue_tip": _pixels(blue),
        "visible": round(tile.visible, 3),
        "legible": round(tile.legible, 3),
        "contrast": round(tile.contrast, 1),
        "table_mm": [round(float(v), 2) for v in tile.laid.centre],
        "angle_deg": round(math.degrees(tile.laid.angle), 3),
    }
