"""The session, the one mutable room: a fight and its journal, lines carried out, taken back and recorded."""

from tracker.session.fight import MOST_FOLLOWING, Session
from tracker.session.outcome import Outcome, Recorder, Stock

__all__ = ["MOST_FOLLOWING", "Outcome", "Recorder", "Session", "Stock"]
