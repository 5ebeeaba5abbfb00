"""The referee of a live game: sightings of the table in, rulings out."""

from companion.referee.events import Correction, Event
from companion.referee.referee import Referee

__all__ = ["Correction", "Event", "Referee"]
