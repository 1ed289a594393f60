"""Playing by ear: lines in, lines out, from the choice of a fight to its leaving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager

from tracker.controller.openable_files import Entry
from tracker.line_mode.listener import Listener
from tracker.line_mode.speech import spoken
from tracker.session import Session

Opening = tuple[Session, Callable[[], str]]
"""A fight that was opened, and what says why it is not saved."""
Tell = Callable[[str], None]


def play(
    session: Session,
    trouble: Callable[[], str],
    report: Callable[[str], str] | None,
    lines: Iterable[str],
    tell: Tell,
    whole: Callable[[], AbstractContextManager[None]],
) -> int:
    """Play until the fight is left or no line comes any more; `whole` keeps a step from being cut in two."""
    listener = Listener(session, trouble, report)
    for words in listener.begins():
        tell(words)
    for line in lines:
        with whole():
            heard = listener.hear(line)
        for words in heard:
            tell(words)
        if listener.left:
            break
    return 0


def choose(
    title: str,
    entries: Sequence[Entry],
    words: str,
    opened: Callable[[Entry], Opening],
    lines: Iterator[str],
    tell: Tell,
) -> Opening | None:
    """Let one of the entries be chosen by its number; None when none was."""
    tell(spoken(title))
    while True:
        for sentence in [words] if words else []:
            tell(spoken(sentence))
        for place, entry in enumerate(entries, 1):
            tell(spoken(f"{place}: {entry.name}, {entry.detail}"))
        if not entries:
            return None
        tell("Type its number; q leaves.")
        for line in lines:
            text = line.strip()
            if text == "q":
                return None
            if text.isdecimal() and 1 <= int(text) <= len(entries):
                try:
                    return opened(entries[int(text) - 1])
                except ValueError as error:
                    words = str(error)
                    break
            tell(f"Type a number from 1 to {len(entries)}, or q.")
        else:
            return None
