"""Made-up pictures of tables with Palago tiles, with their exact ground truth.

A scene (camera, table, tiles, clutter, hands, light) is drawn with polygons and procedural
textures, then a camera's faults are laid over it. Many looks matter more than any one look being
right: the pictures train the reader's networks.
"""
