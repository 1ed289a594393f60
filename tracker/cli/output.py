"""Output: what the lines of `tracker run` did, in words or as one JSON object per line."""

from __future__ import annotations

from typing import Protocol

from tracker.cli.narration import Teller, standing
from tracker.cli.streams import say, tell, tell_json
from tracker.session import Outcome, Session
from tracker.views import records


class Output(Protocol):
    """Prints what each line did while the run goes on."""

    def outcome(self, outcome: Outcome, before: int, asked: str = "") -> None:
        """Print what one line did: steps undone, redone and new, explanations, and a refused follow-up.

        `before` is the count before it, `asked` the combatant that `why` was about.
        """
        ...

    def end(self) -> None:
        """Print the state at the end of the run."""
        ...


def output(session: Session, as_json: bool) -> Output:
    """Return the output in words, or as JSON."""
    return _Json(session) if as_json else _Words(session)


class _Words:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._teller = Teller(session.encounter, session.rules.unit)

    def outcome(self, outcome: Outcome, before: int, asked: str = "") -> None:
        """Print undone and redone steps, then the events of new steps and the explanations, in words."""
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
        """The present count as text."""
        return self._session.rules.unit.text(self._session.encounter.count)

    def end(self) -> None:
        """Print the state at the end of the run."""
        for line in standing(self._session.encounter, self._session.rules):
            tell(line)


class _Json:
    def __init__(self, session: Session) -> None:
        self._session = session

    def outcome(self, outcome: Outcome, before: int, asked: str = "") -> None:
        """Print undone and redone steps, then the events of new steps and the explanations, as JSON."""
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
            summary = {} if outcome.account is None else records.of_account(outcome.account)
            tell_json({"count": now, "kind": "Explained", "who": asked, "lines": outcome.words, **summary})
        _refused(outcome)

    def end(self) -> None:
        """Print the state at the end of the run, as JSON."""
        tell_json(records.of_state(self._session.encounter, self._session.rules))


def _refused(outcome: Outcome) -> None:
    """Print to the error stream why a follow-up of the line was refused; the line itself has succeeded."""
    if outcome.refused:
        say(outcome.refused)
