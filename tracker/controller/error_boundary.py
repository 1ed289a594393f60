"""The error boundary: a mistake of the program is reported and told, and the fight continues from the same state."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.session import Session

Some = TypeVar("Some")


class ReportedError(Exception):
    """A mistake of the program that was reported. The text says so to the game master."""


class ErrorBoundary:
    """Catches mistakes of the program. Without `report` they stay loud."""

    def __init__(self, session: Session, report: Callable[[str], str] | None = None) -> None:
        self._session = session
        self.report = report
        self._told: dict[str, str] = {}
        """The sentence for each report, so that the same error is reported once."""
        self.line = ""
        """The last line carried out."""

    def guard(self, act: Callable[[], Some], what: str) -> Some:
        """Call a function. If it fails, restore the fight and raise ReportedError.

        A refusal is no error and passes through. `what` names the act in the report.
        """
        done = self._session.journal.done
        before = len(done)
        try:
            return act()
        except (ReportedError, Refused):
            raise
        except Exception as error:
            if self.report is None:
                raise
            report = self._reported(self.report, error, what)
            if len(done) > before:
                # By a line back and not by cutting the journal: the fight's file already has these steps.
                with suppress(Exception):  # an observer that failed at the steps may fail again; the undo stands
                    self._session.dispatch(cmd.BackTo(done[before - 1] if before else 0), "")
                if len(done) > before:
                    raise
            raise ReportedError(report) from error

    def attempt(self, act: Callable[[], Some], otherwise: Some) -> Some:
        """Return the result of a trial, or `otherwise` if it fails. Without reports the error is raised.

        A failed trial is not reported: the act itself will fail and be reported when it is done.
        """
        try:
            return act()
        except Exception:
            if self.report is None:
                raise
            return otherwise

    def _reported(self, report: Callable[[str], str], error: Exception, what: str) -> str:
        """Return the sentence about an error in the act `what`. Its report is written once, however often it occurs."""
        trace = "".join(traceback.format_exception(error))
        if trace not in self._told:
            steps = len(self._session.journal.done)
            text = f"{what}\nthe last line: {self.line or 'none'}\nsteps in force: {steps}\n\n{trace}"
            self._told[trace] = report(text)
        return f"{what}: an error in the program ({type(error).__name__}). Nothing changed. {self._told[trace]}"
