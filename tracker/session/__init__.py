"""The session, the one mutable room: a fight and its journal, lines carried out, taken back and recorded."""

from tracker.session.fight import Session
from tracker.session.outcome import Outcome, Recorder

__all__ = ["Outcome", "Recorder", "Session"]
