"""Output: what the lines of `tracker run` did, in words or as one JSON object per line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tracker.cli.narration import Teller, standing
from tracker.cli.streams import say, tell, tell_json
from tracker.session import Outcome, Session
from tracker.session.queries import Answer
from tracker.views import records


class Output(Protocol):
    """Prints what each line did while the run continues."""

    def outcome(self, outcome: Outcome, before: int) -> None:
        """Print the result of one line: steps undone, redone and new, and a refused follow-up.

        `before` is the count before the line.
        """
        ...

    def answer(self, answer: Answer, who: str) -> None:
        """Print the answer of a query. `who`: the combatant of a `why`, else empty."""
        ...

    def end(self) -> None: ...


def output(session: Session, as_json: bool) -> Output:
    """Return the output in words, or as JSON."""
    return _Json(session) if as_json else _Words(session)


class _Words:
    def __init__(self, session: Session) -> None:
        self._session = session

    def outcome(self, outcome: Outcome, before: int) -> None:
        """Print the steps of one line as text. `before` is the count before the line."""
        for step in outcome.undone:
            tell(f"{self._now():>4}~ undone: step {step.n} {step.line}".rstrip())
        for step in outcome.redone:
            tell(f"{self._now():>4}  redone: step {step.n} {step.line}".rstrip())
        teller = Teller(self._session.encounter, self._session.rules.unit)
        for step in outcome.steps:
            for line in teller.lines(step, before):
                tell(line)
            before = step.at
        self._lines(outcome.words)
        _refused(outcome)

    def answer(self, answer: Answer, who: str) -> None:
        self._lines(answer.words)

    def _lines(self, words: Sequence[str]) -> None:
        """Print lines behind the column of counts."""
        for word in words:
            tell(f"      {word}")

    def _now(self) -> str:
        """Return the present count as text."""
        return self._session.rules.unit.text(self._session.encounter.count)

    def end(self) -> None:
        for line in standing(self._session.encounter, self._session.rules):
            tell(line)


class _Json:
    def __init__(self, session: Session) -> None:
        self._session = session

    def outcome(self, outcome: Outcome, before: int) -> None:
        """Print the steps of one line as JSON, an object for each event. `before` is the count before the line."""
        now = self._session.encounter.count
        for step in outcome.undone:
            tell_json(records.of_turning("Undone", step, now))
        for step in outcome.redone:
            tell_json(records.of_turning("Redone", step, now))
        for step in outcome.steps:
            for record in records.of_step(step, before):
                tell_json(record)
            before = step.at
        if outcome.words:
            self.answer(Answer(outcome.words), "")
        _refused(outcome)

    def answer(self, answer: Answer, who: str) -> None:
        """Print the answer as JSON, that of `summary` with its figures."""
        if answer.words:
            summary = {} if answer.account is None else records.of_account(answer.account)
            now = self._session.encounter.count
            tell_json({"count": now, "kind": "Explained", "who": who, "lines": answer.words, **summary})

    def end(self) -> None:
        tell_json(records.of_state(self._session.encounter, self._session.rules))


def _refused(outcome: Outcome) -> None:
    """Print to the error stream why a follow-up of the line was refused. The line itself has succeeded."""
    if outcome.refused:
        say(outcome.refused)
