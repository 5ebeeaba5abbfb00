"""The tables at which games are being played: one running game a table, fed and announced.

`Tables` starts games, goes on with kept ones and finds them; a `RunningGame` owns its live game in
a thread of its own. Nothing here knows a request or a page.
"""

from companion.live.errors import TableError
from companion.live.running_game import RunningGame
from companion.live.tables import Tables

__all__ = ["RunningGame", "TableError", "Tables"]
