"""The lattices that tiles lie on: the table's plane, which tile on which cell, where cells lie."""
