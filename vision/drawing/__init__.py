"""Drawing on pictures for people: a reading on its photo, and what each stage saw."""
