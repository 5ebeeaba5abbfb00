"""Real photographs of real tables, none with a tile on it: what renders do not teach.

Others took them; they are no part of the project. Their folders are named on the command line.
"""
