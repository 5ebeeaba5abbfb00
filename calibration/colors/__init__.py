"""The colours: a photo of a few tiles in tonight's light in, a profile of the set's colours out."""
