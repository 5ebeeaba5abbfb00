"""One photo, from upload to page: read, kept, corrected, scored."""
