"""What is printed: tiles, the calibration sheet, score sheets and the rules, in exact millimetres.

A page is made of a few kinds of marks (``marks.py``), which ``pdf.py`` and ``svg.py`` write. All
lengths are millimetres, y up, until they are written.
"""
