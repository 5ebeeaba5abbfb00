"""Tournaments of a club: who plays whom in which round, what came of it, and who leads.

Games of two are paired by the Swiss system (`pairing`), results are taken from the games on record
or told by people (`keeping`), and the standings follow from them (`standings`).
"""
