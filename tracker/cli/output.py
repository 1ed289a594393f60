"""Output: what the lines of `tracker run` came to, in words or as one JSON object a line."""

from __future__ import annotations

from typing import Protocol

from tracker.cli.narration import Teller, standing
from tracker.cli.streams import say, tell, tell_json
from tracker.session import Outcome, Session
from tracker.views import records


class Output(Protocol):
    """Prints as the run goes on."""

    def outcome(self, outcome: Outcome, before: int, asked: str = "") -> None:
        """What one line came to; `before` is the count it was said at, `asked` who `why` was about."""
        ...

    def end(self) -> None:
        """The state, at the end of the run."""
        ...


def output(session: Session, as_json: bool) -> Output:
    """The output in words, or as JSON."""
    return _Json(session) if as_json else _Words(session)


class _Words:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._teller = Teller(session.encounter, session.rules.unit)

    def outcome(self, outcome: Outcome, before: int, asked: str = "") -> None:
        for step in outcome.undone:
            tell(f"{self._now():>4}~ undone: step {step.n} {step.line}".rstrip())
        for step in outcome.redone:
            tell(f"{self._now():>4}  redone: step {step.n} {step.line}".rstrip())
        for step in outcome.steps:
            for line in self._teller.lines(step.events, records.began(step, before)):
                tell(line)
            before = step.at
        for word in outcome.words:
            tell(f"      {word}")
        _refused(outcome)

    def _now(self) -> str:
        return self._session.rules.unit.text(self._session.encounter.count)

    def end(self) -> None:
        for line in standing(self._session.encounter, self._session.rules):
            tell(line)


class _Json:
    def __init__(self, session: Session) -> None:
        self._session = session

    def outcome(self, outcome: Outcome, before: int, asked: str = "") -> None:
        now = self._session.encounter.count
        for step in outcome.undone:
            tell_json(records.of_turning("Undone", step, now))
        for step in outcome.redone:
            tell_json(records.of_turning("Redone", step, now))
        for step in outcome.steps:
            for record in records.of_step(step.events, records.began(step, before)):
                tell_json(record)
            before = step.at
        if outcome.words:
            summed = {} if outcome.account is None else records.of_account(outcome.account)
            tell_json({"count": now, "kind": "Explained", "who": asked, "lines": outcome.words, **summed})
        _refused(outcome)

    def end(self) -> None:
        tell_json(records.of_state(self._session.encounter, self._session.rules))


def _refused(outcome: Outcome) -> None:
    """What was to follow by itself and could not be done is no fault of the line; it is said aside."""
    if outcome.refused:
        say(outcome.refused)
