"""Photos are read one at a time, and too many are turned away."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from companion.photos.photo_queue import BusyError, PhotoQueue
from tests.companion.waiting_reader import WaitingReader
from vision.pictures.images import ImageError, decode_image


def test_one_at_a_time_and_no_more_than_can_wait(sample_images: Path) -> None:
    data = (sample_images / "p001087_small.jpg").read_bytes()
    waiting = WaitingReader()
    reader = PhotoQueue(waiting)
    with ThreadPoolExecutor(12) as pool:
        jobs = [pool.submit(reader.read, data, "table.jpg") for _ in range(12)]
        assert waiting.started.wait(60)
        deadline = monotonic() + 60
        while sum(job.done() for job in jobs) < 7 and monotonic() < deadline:
            sleep(0.01)
        turned_away = [job for job in jobs if job.done()]
        waiting.go.set()
    assert len(turned_away) == 7
    assert all(isinstance(job.exception(), BusyError) for job in turned_away)
    assert waiting.calls == 5


def test_a_photo_that_fails_leaves_its_place(sample_images: Path) -> None:
    waiting = WaitingReader()
    waiting.go.set()
    reader = PhotoQueue(waiting)
    for _ in range(20):
        with pytest.raises(ImageError):
            reader.read(b"no picture", "notes.jpg")
    data = (sample_images / "p001087_small.jpg").read_bytes()
    photo = reader.read(data, "table.jpg")
    kept, small = decode_image(photo.jpeg, "kept"), decode_image(photo.thumbnail, "small")
    assert kept.shape == decode_image(data, "table.jpg").shape
    assert max(small.shape[:2]) == 320
    assert np.abs(kept.astype(int) - decode_image(data, "table.jpg")).mean() < 4
