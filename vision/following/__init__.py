"""Following a table through a stream of frames: when to look, and what is known of every cell."""
