"""The lens: a printed sheet seen in several photos in, a profile of the camera's lens out."""
