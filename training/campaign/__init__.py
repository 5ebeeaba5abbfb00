"""Made-up games with faults, told to the referee: how often its record is what truly happened.

A game is written down first, from a seed: what is truly done at the table, and what a camera says
of it (``script``). Then a referee is told what the camera says, with people beside it who answer
its questions truly, or with nobody (``refereeing``). What it announced is held against what
happened (``judging``).

At the depth of readings nothing is a picture: how a reader errs is drawn from what was measured on
labelled photos (``reader_errors``). At the depth of pictures the game is drawn (``setting``,
``drawing``) and followed as live games are (``watching``).
"""
