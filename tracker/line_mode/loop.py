"""Line mode's loop: lines in, lines out, from choosing a fight to leaving it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager

from tracker.controller.openable_files import Entry
from tracker.line_mode.listener import Listener
from tracker.line_mode.speech import spoken
from tracker.session import Session

Opening = tuple[Session, Callable[[], str]]
"""A session, and a function that says why it is not being saved (empty: it is)."""
Tell = Callable[[str], None]


def play(
    session: Session,
    trouble: Callable[[], str],
    report: Callable[[str], str] | None,
    lines: Iterable[str],
    tell: Tell,
    whole: Callable[[], AbstractContextManager[None]],
) -> int:
    """Play until the fight is left or the input ends; return the exit code.

    `whole` delays signals until a step is done.
    """
    listener = Listener(session, trouble, report)
    for output in listener.begins():
        tell(output)
    for line in lines:
        with whole():
            answer = listener.hear(line)
        for output in answer:
            tell(output)
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
    """Let the user choose an entry by its number; None when the user leaves or the input ends."""
    tell(spoken(title))
    while True:
        for sentence in [words] if words else []:
            tell(spoken(sentence))
        for number, entry in enumerate(entries, 1):
            tell(spoken(f"{number}: {entry.name}, {entry.detail}"))
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
