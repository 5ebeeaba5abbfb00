"""From pixels to a reading: which tiles lie on a table, where, how turned, and how sure that is.

Open a picture with :mod:`vision.images`, read it with :class:`vision.reader.Reader`, draw the
result with :mod:`vision.annotate`. ``docs/vision.md`` tells how it works, stage by stage.
"""
