"""The tables at which games are being played: one running game a table, fed and announced.

`Tables` starts games, goes on with kept ones and finds them; a `RunningGame` owns its live game in
a thread of its own. Nothing here knows a request or a page.
"""

from companion.tables.errors import TableError
from companion.tables.running_game import RunningGame
from companion.tables.tables import Tables

__all__ = ["RunningGame", "TableError", "Tables"]
