"""From pixels to a reading: which tiles lie on a table, where, how turned, and how sure that is.

Open a picture with :mod:`vision.pictures.images`, read it with
:class:`vision.readers.reader.Reader`, draw the result with :mod:`vision.drawing.annotation`.
``docs/vision.md`` tells how it works, stage by stage.
"""
