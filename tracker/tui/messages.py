"""Messages that panes send to the screen."""

from __future__ import annotations

from textual.message import Message

from tracker.game_api.values import Choice


class Picked(Message):
    """A fighter was clicked: among the fighters, or in a lane under count `at`. `marks`: to be marked, or no longer."""

    def __init__(self, who: str, count: int | None = None, marks: bool = False) -> None:
        super().__init__()
        self.who = who
        self.at = count
        self.marks = marks


class ChoicePicked(Message):
    """A choice of the list was clicked."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class ChoiceHovered(Message):
    """The mouse is over the choice at a place of the list. −1: over none."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class AnswerPicked(Message):
    """A choice of the question line was clicked."""

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self.choice = choice


class Resized(Message):
    """The question line has another size, so its choices may fit or no longer."""


class EntryPicked(Message):
    """A line of the log was clicked. `walks`: to walk back to its moment."""

    def __init__(self, place: int, walks: bool = False) -> None:
        super().__init__()
        self.place = place
        self.walks = walks


class Wheeled(Message):
    """The wheel was turned over a pane: `by` lines down, or up when negative."""

    def __init__(self, pane: str, by: int) -> None:
        super().__init__()
        self.pane = pane
        self.by = by


class EventPicked(Message):
    """The lane of events was clicked: on the event called `key`, or (empty) where none stands, under `count`."""

    def __init__(self, key: str, count: int) -> None:
        super().__init__()
        self.key = key
        self.count = count


class KeyClicked(Message):
    """A key of the footer was clicked."""

    def __init__(self, row: str) -> None:
        super().__init__()
        self.row = row
