"""Ways to look at a whole picture: at several scales, and as if from straight above."""
