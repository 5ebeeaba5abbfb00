"""Where frames come from: a file, a camera, a stream, or a phone that posts them."""

from companion.sources.frame import Frame, Interruption, SourceError
from companion.sources.live import LiveSource
from companion.sources.opening import open_source
from companion.sources.posted import PostedFrames
from companion.sources.video_file import VideoFile

__all__ = [
    "Frame",
    "Interruption",
    "LiveSource",
    "PostedFrames",
    "SourceError",
    "VideoFile",
    "open_source",
]
