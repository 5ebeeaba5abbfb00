"""What the pages of live games show, in words and drawings, before it is HTML."""
