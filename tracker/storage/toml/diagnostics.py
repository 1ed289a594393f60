"""Diagnostics: everything that is wrong with a file, each in one sentence with its line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.toml.positions import Path as KeyPath
from tracker.text.long_paths import within

LONGEST = 400
"""The most characters of a sentence. A longer one would only repeat a long value of the file."""
PRINTED = 20
"""The most diagnostics of a file printed in full. The rest are counted."""


ERROR, WARNING = "error", "warning"
"""Severities: a file with errors cannot be used, one with warnings can."""


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One error or warning: `path` as the user gave it, `line` and `column` from 1. 0 for the whole file."""

    path: str
    line: int
    column: int
    text: str
    beyond_limit: int = 0
    """The number of further diagnostics that this one stands for."""
    severity: str = ERROR
    end: int = field(default=0, compare=False)
    """The column behind the key, on the same line. 0 when it is not known."""

    def __post_init__(self) -> None:
        if len(self.text) > LONGEST:
            object.__setattr__(self, "text", within(self.text, LONGEST))

    def __str__(self) -> str:
        """Return `path:line:column: text`, without what is not known."""
        text = f"warning: {self.text}" if self.severity == WARNING else self.text
        if not self.line:
            return f"{self.path}: {text}" if self.path else text
        return f"{self.path}:{self.line}:{self.column}: {text}"


Locate = Callable[[KeyPath, str], Diagnostic]
"""A function from the place of a key and a sentence to the diagnostic."""


def and_more(path: str, number: int) -> tuple[Diagnostic, ...]:
    """Return the diagnostic that counts `number` further ones. None for 0."""
    return (Diagnostic(path, 0, 0, f"and {number} more", number),) if number else ()


def printed(diagnostics: Sequence[Diagnostic]) -> tuple[str, ...]:
    """Return diagnostics as they are printed: the first twenty, then how many more there are."""
    single = [diagnostic for diagnostic in diagnostics if not diagnostic.beyond_limit]
    unprinted = sum(diagnostic.beyond_limit for diagnostic in diagnostics) + len(single[PRINTED:])
    return (*map(str, single[:PRINTED]), *map(str, and_more(single[0].path if single else "", unprinted)))


class InvalidFile(Exception):
    """A file cannot be used. `diagnostics` are all its mistakes."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(dict.fromkeys(diagnostics))
        super().__init__("\n".join(printed(self.diagnostics)))


class StorageError(Exception):
    """A file cannot be read or written. The text is a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class BrokenSeal(StorageError):
    """A block of a fight does not match its seal: the file was changed or damaged at `line`.

    `openable` says whether the steps up to `up_to_step` can still be opened. `what` is the sentence without the place.
    """

    def __init__(self, path: str, line: int, up_to_step: int, openable: bool) -> None:
        self.path, self.line, self.up_to_step, self.openable = path, line, up_to_step, openable
        if openable:
            self.what = (
                f"this block does not match its seal: it was changed or damaged. The fight can be opened up to "
                f"step {up_to_step}, with the rest kept beside it; if you changed it yourself, "
                f"`tracker check --reseal {path}` accepts it."
            )
        else:
            self.what = (
                "the head does not match its seal: it was changed or damaged. If you changed it "
                f"yourself, `tracker check --reseal {path}` accepts it."
            )
        super().__init__(f"{path}:{line}:1: {self.what}")


class Locked(StorageError):
    """Another program has this fight open."""

    def __init__(self, path: str, pid: int, host: str) -> None:
        self.path, self.pid, self.host = path, pid, host
        who = f"process {pid} on {host}" if pid else "another program"
        super().__init__(f"{path} is already open in {who}; close it there, or watch it here.")
