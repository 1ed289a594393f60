"""Questions to a fight in tests: the answer to a line that only asks."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.model.queries import Query, Why
from tracker.session import Outcome, Session
from tracker.session.queries import Answer, answer


def answered(session: Session, line: str) -> Answer:
    """Return the answer to a line; the line must be a query. Raises Refused."""
    query = session.parse(line)
    assert isinstance(query, Query), f"`{line}` is a command"
    return answer(query, session.view)


def typed(session: Session, line: str) -> Outcome | Answer:
    """Answer a line or carry it out, whichever it is for. Raises Refused."""
    read = session.parse(line)
    return answer(read, session.view) if isinstance(read, Query) else session.dispatch(read, line)


def explained(session: Session, who: str, words: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the lines behind a number of a fighter, or behind all its numbers. Raises Refused."""
    return answer(Why(who, tuple(words)), session.view).words
