"""How well photos are read: the truth about them, readings held against it, figures."""
