"""Made-up photos with other looks than those the networks are trained on.

A reader that is measured on pictures like its training's looks better than it is. Everything that
can be seen here (table tops, tile sets, light, hands, clutter, lens) is drawn by other code than
:mod:`training.synthesis.scene` draws with; only the camera's geometry, the lattice and the way the
truth is written are shared. Nothing is trained on these pictures.
"""
