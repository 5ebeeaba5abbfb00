"""Readers: a photo in, a :class:`vision.reading.Reading` out."""
