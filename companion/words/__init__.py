"""Words for people: the languages that are spoken, and what there is to say of a board."""
