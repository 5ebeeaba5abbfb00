"""Frames from files, streams that stall and come back, and phones."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.calibrating.calibration_run import Progress
from companion.sources import (
    Frame,
    Interruption,
    LiveSource,
    PostedFrames,
    SourceError,
    VideoFile,
    live,
    open_source,
    opening,
    posted,
)
from companion.sources.opening import camera_name, shown_address
from companion.web.calibration_json import progress_to_json
from companion.words.language import speaking
from vision.arrays import Image


def _picture(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in range(0, 240, 20):
        writer.write(_picture(level))
    writer.release()
    return path


def test_a_file_gives_all_its_frames_in_order_with_their_times(film: Path) -> None:
    source = open_source(str(film), fast=True)
    frames = [frame for frame in source if isinstance(frame, Frame)]
    assert [frame.number for frame in frames] == list(range(12))
    assert [frame.time for frame in frames] == pytest.approx([n / 10 for n in range(12)])
    levels = [float(frame.image.mean()) for frame in frames]
    assert levels == pytest.approx(range(0, 240, 20), abs=3)
    source.close()


def _with_durations(path: Path, *durations: int) -> Path:
    """Write a film whose frames are to be seen for so many milliseconds each."""
    film = cv2.Animation()
    film.frames = [_picture(20 * number) for number in range(len(durations))]
    film.durations = list(durations)
    assert cv2.imwriteanimation(str(path), film)
    return path


def test_a_frame_that_is_seen_for_long_is_given_again_and_again(tmp_path: Path) -> None:
    path = _with_durations(tmp_path / "film.gif", 100, 100, 1000, 100, 100)
    given = [(frame.number, round(frame.time, 2)) for frame in VideoFile(path, paced=False)]
    again = [(2, 0.2), (2, 0.4), (2, 0.6), (2, 0.8), (2, 1.0)]
    assert given == [(0, 0.0), (1, 0.1), *again, (3, 1.2), (4, 1.3)]


@pytest.mark.parametrize("paced", [True, False])
def test_a_frame_that_is_seen_for_long_is_given_as_often_to_who_is_slow(
    tmp_path: Path, paced: bool
) -> None:
    path = _with_durations(tmp_path / "film.gif", 100, 100, 600, 100)
    given = []
    for frame in VideoFile(path, paced=paced):
        given.append((frame.number, round(frame.time, 2)))
        threading.Event().wait(0.3)
    assert given == [(0, 0.0), (1, 0.1), (2, 0.2), (2, 0.4), (2, 0.6), (3, 0.8)]


class _Timed:
    """A file whose frames claim to be seen from certain times on, in milliseconds."""

    def __init__(self, *told: float) -> None:
        self.told, self.number = told, -1

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV calls it
        return True

    def read(self) -> tuple[bool, Image]:
        self.number += 1
        return self.number < len(self.told), _picture(self.number)

    def get(self, what: int) -> float:
        known = {cv2.CAP_PROP_FPS: 10.0, cv2.CAP_PROP_FRAME_COUNT: float(len(self.told))}
        return known[what] if what in known else self.told[min(self.number, len(self.told) - 1)]

    def release(self) -> None:
        self.told = ()


@pytest.mark.parametrize(
    ("told", "times"),
    [
        ((0.0, 0.0, 0.0, 0.0), [0.0, 0.1, 0.2, 0.3]),
        ((1400.0, 1500.0, 1600.0, 1700.0), [0.0, 0.1, 0.2, 0.3]),
        ((0.0, 100.0, 9e7, 300.0), [0.0, 0.1, 0.2, 0.3]),
    ],
    ids=["none", "from another moment on", "a wrong one"],
)
def test_times_that_cannot_be_are_counted_instead(
    film: Path, monkeypatch: pytest.MonkeyPatch, told: tuple[float, ...], times: list[float]
) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", lambda _path: _Timed(*told))
    given = [frame.time for frame in VideoFile(film, paced=False)]
    assert given == pytest.approx(times)


@pytest.mark.parametrize(
    ("text", "words"), [("none.mp4", "no file"), ("77", "no camera number 77")]
)
def test_what_cannot_be_opened_is_said_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        open_source(text)


@pytest.mark.parametrize(
    ("number", "words"), [("0", "No camera was found"), ("2", "no camera number 2 ")]
)
def test_who_named_no_number_hears_of_none(
    number: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first camera is what is taken where nobody has chosen one."""
    monkeypatch.setattr(opening, "open_camera", lambda _number: cv2.VideoCapture())
    with pytest.raises(SourceError, match=words):
        open_source(number)


@pytest.mark.parametrize("kind", ["jpg", "png", "webp", "bmp"])
def test_a_photo_is_no_film_of_a_game(kind: str, tmp_path: Path) -> None:
    """It would be played as one of a single frame, in which no table can be seen to lie still."""
    path = tmp_path / f"table.{kind}"
    cv2.imwrite(str(path), _picture(90))
    with pytest.raises(SourceError, match="is a photo"):
        open_source(str(path))


def test_a_film_of_photos_in_a_row_is_one(tmp_path: Path) -> None:
    path = tmp_path / "table.mjpeg"
    path.write_bytes(cv2.imencode(".jpg", _picture(90))[1].tobytes() * 3)
    frames = [frame for frame in open_source(str(path), fast=True) if isinstance(frame, Frame)]
    assert {frame.number for frame in frames} == {0, 1, 2}


def test_a_file_that_is_no_video_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.mp4"
    path.write_text("no video")
    with pytest.raises(SourceError, match="no video that can be read"):
        open_source(str(path))


class _Flaky:
    """A camera that gives three frames, then is unplugged; opened again, it gives more."""

    def __init__(self, times_opened: Iterator[int]) -> None:
        self.turn = next(times_opened)
        self.left = 3

    def isOpened(self) -> bool:  # noqa: N802
        return self.turn != 1

    def read(self) -> tuple[bool, object]:
        threading.Event().wait(0.02)
        self.left -= 1
        return self.left >= 0, _picture(self.turn)

    def release(self) -> None:
        pass


def test_a_camera_that_was_unplugged_is_reported_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "STALLED", 0.2)
    times_opened = itertools.count()
    source = LiveSource("camera 0", lambda: _Flaky(times_opened))
    seen: list[Frame | Interruption] = []
    for item in source:
        seen.append(item)
        if isinstance(item, Frame) and item.image[0, 0, 0] >= 2:
            break
    source.close()
    assert isinstance(seen[0], Frame)
    (gone,) = [item for item in seen if isinstance(item, Interruption)]
    assert "camera 0" in str(gone.reason)
    numbers = [item.number for item in seen if isinstance(item, Frame)]
    assert numbers == sorted(set(numbers))


class _Mjpeg(BaseHTTPRequestHandler):
    """A webcam's server: motion JPEG over HTTP."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for level in itertools.cycle(range(40, 200, 40)):
            _, code = cv2.imencode(".jpg", cv2.resize(_picture(level), (640, 480)))
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(code)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + code.tobytes() + b"\r\n")
            except OSError:
                return
            threading.Event().wait(0.02)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def test_a_stream_over_http_is_read() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Mjpeg)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    source = open_source(f"http://127.0.0.1:{server.server_port}/video")
    try:
        first = next(item for item in source if isinstance(item, Frame))
        assert first.image.shape == (480, 640, 3)
    finally:
        source.close()
        server.shutdown()
        server.server_close()


def test_posted_frames_come_out_newest_first_and_silence_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posted, "DISCONNECTED", 0.1)
    mailbox = PostedFrames()
    mailbox.post(_picture(1))
    assert mailbox.post(_picture(2)) == 1
    items = iter(mailbox)
    first = next(items)
    assert isinstance(first, Frame)
    assert (first.number, int(first.image[0, 0, 0])) == (1, 2)
    assert isinstance(next(items), Interruption)
    mailbox.post(_picture(3))
    again = next(items)
    assert isinstance(again, Frame)
    mailbox.close()
    assert list(items) == []


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://ann:secret@192.168.0.7/live?key=1", "rtsp://192.168.0.7/live"),
        ("http://192.168.0.7:8080/video", "http://192.168.0.7:8080/video"),
        ("rtsp://a:b@c@192.168.0.7", "rtsp://192.168.0.7"),
    ],
)
def test_no_password_of_a_stream_is_shown(address: str, shown: str) -> None:
    assert shown_address(address) == shown


def test_a_film_skips_no_frame_however_slow_it_is_followed(film: Path) -> None:
    source = VideoFile(film, paced=True)
    numbers = []
    for frame in source:
        numbers.append(frame.number)
        time.sleep(0.15)
    source.close()
    assert numbers == list(range(12))


def test_a_film_stands_still_and_goes_on_where_it_stood(film: Path) -> None:
    source = VideoFile(film, paced=True)
    taken: list[tuple[int, float]] = []
    stood = threading.Event()

    def take() -> None:
        for frame in source:
            taken.append((frame.number, time.monotonic()))
            if frame.number == 2:
                source.stand(still=True)
                stood.set()

    taking = threading.Thread(target=take)
    taking.start()
    assert stood.wait(20)
    time.sleep(0.5)
    assert [number for number, _at in taken] == [0, 1, 2]
    source.stand(still=False)
    taking.join(20)
    assert [number for number, _at in taken] == list(range(12))
    times = dict(taken)
    assert times[11] - times[3] > 0.6, "it does not hurry to make up for the time"


def test_a_film_that_stands_still_can_be_closed(film: Path) -> None:
    source = VideoFile(film, paced=True)
    source.stand(still=True)
    taking = threading.Thread(target=list, args=(source,))
    taking.start()
    source.close()
    taking.join(20)
    assert not taking.is_alive()


def test_a_film_that_was_closed_gives_no_more_frames(film: Path) -> None:
    source = VideoFile(film, paced=False)
    frames = iter(source)
    next(frames)
    source.close()
    assert list(frames) == []


def test_a_single_photo_is_seen_as_a_still_table_and_nobody_is_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(posted, "HOLD_S", 0.5)
    monkeypatch.setattr(posted, "DISCONNECTED", 0.1)
    source = PostedFrames()
    source.post(_picture(100), hold=True)
    stopping = threading.Timer(1.2, source.close)
    stopping.start()
    items = list(source)
    stopping.join()
    assert len(items) >= 3
    assert all(isinstance(item, Frame) and item.photo for item in items)
    times = [item.time for item in items]
    assert times == sorted(set(times))
    assert times[-1] < 0.7


def test_a_phone_that_has_yet_to_be_let_in_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posted, "DISCONNECTED", 0.1)
    source = PostedFrames()
    threading.Timer(0.4, source.close).start()
    assert list(source) == []


def test_a_camera_without_a_name_is_called_by_its_number_in_the_readers_language() -> None:
    progress = Progress("lens", camera_name(77))
    assert progress.camera == "camera 77"  # what its profiles are kept under stays the same
    with speaking("fr"):
        assert progress_to_json(progress, None, None)["camera"] == "caméra 77"
        named = replace(progress, camera="camera of Ann")
        assert progress_to_json(named, None, None)["camera"] == "camera of Ann"
