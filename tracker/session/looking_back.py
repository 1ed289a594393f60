"""Looking back: the fight as it was after an earlier step, rebuilt to be looked at. Nothing of it is recorded."""

from __future__ import annotations

from tracker.dice.source import SeededDice
from tracker.encounter.engine.journal import Journal
from tracker.session.fight import Session


def past(session: Session, place: int) -> Session:
    """Return the fight after the first `place` steps in force (0: as it was prepared), with a journal of its own.

    Steps that had been taken back by then are in it as such. What has not been read yet is read when it is reached.
    """
    real, n = session.journal, session.journal.done[place - 1] if place else 0
    encounter = session.state_after(n)
    journal = Journal({}, real.done[:place], [], [], {n: encounter}, n)

    def read() -> None:
        """Take over what has been read of the steps up to that one."""
        journal.steps = {number: step for number, step in real.steps.items() if number <= n}

    def earlier() -> bool:
        """Read older steps in the session and take them over. Return whether it still lacks any."""
        lacks_more = session.read_earlier()
        read()
        return lacks_more

    read()
    return Session(
        encounter,
        session.rules,
        SeededDice(0),
        recorder=None,
        stock=session.stock,
        journal=journal,
        earlier=earlier,
        notes=session.notes,
    )
