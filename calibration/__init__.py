"""Calibration: what is printed, and what photos of it teach about a camera.

``printing`` makes tiles, sheets and rules, ``figures`` the drawings in them, ``lens`` turns photos
of the printed sheet into a profile, whose type is vision's. The reader works without a profile.
"""
