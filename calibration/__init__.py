"""Calibration: what is printed, and what photos of it teach about a camera.

``printing`` makes tiles, sheets and rules, ``figures`` the drawings in them; ``lens`` turns photos
of the printed sheet, and ``colors`` a photo of a few tiles, into profiles, whose types are
vision's; ``keeping`` keeps them. The reader works without a profile.
"""
