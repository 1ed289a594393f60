"""Line mode's loop: lines in, lines out, from choosing a fight to leaving it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from queue import SimpleQueue
from threading import Thread
from typing import Final

from tracker.controller.outside.dice_feed import DiceFeed, FaceSource
from tracker.controller.pages.openable_files import Entry
from tracker.line_mode.listener import Listener
from tracker.line_mode.speech import spoken
from tracker.session import Session

Opening = tuple[Session, Callable[[], str]]
"""A session, and a function that returns the reason why it is not saved (empty: it is)."""
Tell = Callable[[str], None]
_FACES: Final = True
_NO_MORE_LINES: Final = False


def play(
    session: Session,
    trouble: Callable[[], str],
    report: Callable[[str], str] | None,
    lines: Iterable[str],
    tell: Tell,
    whole: Callable[[], AbstractContextManager[None]],
    source: FaceSource | None = None,
) -> int:
    """Play until the fight is left or the input ends. Return the exit code.

    `trouble` says what is not saved, or nothing. `report` writes a crash report and returns where. `whole` delays
    signals until a step is done. Faces for typed rolls come from `source` too, if there is one.
    """
    listener = Listener(session, trouble, report)
    feed = None if source is None else DiceFeed(listener.controller, source)
    for output in listener.begins():
        tell(output)
    if feed is not None:
        feed.shown()
    for line in lines if source is None else _with_faces(lines, source):
        with whole():
            answer = listener.hear(line) if line is not None else listener.hear_dice(feed) if feed is not None else ()
        for output in answer:
            tell(output)
        if feed is not None:
            feed.shown()
        if listener.left:
            break
    return 0


def _with_faces(lines: Iterable[str], source: FaceSource) -> Iterator[str | None]:
    """Yield the lines as they are typed, and None whenever a source of faces has something to take."""
    both: SimpleQueue[str | bool] = SimpleQueue()

    def read() -> None:
        """Read the typed lines in a thread, so that dice need not wait for one."""
        for line in lines:
            both.put(line)
        both.put(_NO_MORE_LINES)

    source.start(lambda: both.put(_FACES))
    Thread(target=read, name="lines", daemon=True).start()
    while True:
        item = both.get()
        if item is _NO_MORE_LINES:
            return
        yield item if isinstance(item, str) else None


def choose(
    title: str,
    entries: Sequence[Entry],
    words: str,
    opened: Callable[[Entry], Opening],
    lines: Iterator[str],
    tell: Tell,
) -> Opening | None:
    """Let the user choose an entry by its number. Return it `opened`, or None when the user leaves or input ends.

    `words` is a sentence before the entries. An error of `opened` is told in its place, and the user chooses again.
    """
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
