"""Room for calibration: a printed sheet or a few tiles in, a profile (lens, colours) out.

Nothing stands here yet. The reader works without a profile; when there is one, its type is
vision's and this package fills it.
"""
