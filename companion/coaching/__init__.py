"""The coach: who the computer plays as, what it says of a position, reviews of games, and puzzles.

The search is compiled and takes a core for seconds, so it runs in a process of its own
(`companion.coaching.coach`), which is started when it is first asked and ends with the companion.
"""
