"""A user's own die: photos of its faces in, a profile of it out."""
