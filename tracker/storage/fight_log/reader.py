"""Reader of the fight log: its bytes as a chain of sealed blocks, of which only those needed are parsed.

Verifying seals is far cheaper than parsing. So the whole chain is verified first, then the blocks after the last
checkpoint are parsed, and older ones only when an undo reaches them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from tracker.encounter.engine.journal import Journal
from tracker.game_api.rules import Rules
from tracker.games import registry
from tracker.model.lazy_dataclass import dataclass
from tracker.storage.fight_log import hash_chain
from tracker.storage.fight_log.bounded_read import Read, read_fight_bytes
from tracker.storage.fight_log.checkpoint_interval import CheckpointInterval
from tracker.storage.fight_log.earlier_steps import EarlierSteps, SegmentPlace
from tracker.storage.fight_log.game_head import GAME, missing_game, other_version, release_of
from tracker.storage.fight_log.sealed_blocks import SealedBlocks
from tracker.storage.migrations import checked, migrated
from tracker.storage.preparation import Prepared, prepare_located
from tracker.storage.toml.diagnostics import BrokenSeal, Diagnostic, InvalidFile
from tracker.storage.toml.positions import Path as KeyPath
from tracker.storage.toml.reader import LARGEST, Source, decoded, parse
from tracker.text.line_endings import MARK, places_in_file, size_in_file, split_line_endings

_STATE = b"\n[[state]]\n"
_ANY_SEAL = re.compile(rb'^seal = "[0-9a-f]{20}"\r?\n', re.MULTILINE)
_KIND = re.compile(rb'^kind = "fight"$', re.MULTILINE)
_NO_FIGHT = "this is not a fight: its head must say kind and [encounter]"
_HEAD_BYTES = 4096
"""The bytes in which a fight identifies itself."""


def has_fight_head(data: bytes) -> bool:
    """Return whether a file's head says that it is a fight."""
    return _KIND.search(data[:_HEAD_BYTES].removeprefix(MARK).replace(b"\r\n", b"\n")) is not None


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a fight: the fight at its start, and the number of its format."""

    prepared: Prepared
    format: int
    game: dict[str, Any]
    """The table `[game]` as it was written. Empty in fights of older releases."""
    about_game: str = ""
    """A sentence when the game is of another version than the fight began with."""


class MissingGame(InvalidFile):
    """A fight whose game is not installed, or cannot be loaded: only its steps can be read."""


def format_of(source: Source, otherwise: str) -> int:
    """Return the number of the format of a parsed head.

    Raises InvalidFile. `otherwise` is its sentence when the file has no head of a fight.
    """
    if source.data.get("kind") != "fight" or not isinstance(source.data.get("encounter"), dict):
        raise InvalidFile([source.diagnostic((), otherwise)])
    number = source.data.get("format", 1)
    if why := checked(number):
        raise InvalidFile([source.diagnostic(("format",), why)])
    assert isinstance(number, int)
    return number


def head_of(source: Source, otherwise: str) -> Head:
    """Return what a parsed head says. Raises InvalidFile as `format_of` does, and MissingGame."""
    number = format_of(source, otherwise)

    def locate(path: KeyPath, text: str) -> Diagnostic:
        """Return a diagnostic at a key of the head."""
        return source.diagnostic(("encounter", *path), text)

    encounter_keys = {key: value for key, value in source.data["encounter"].items() if key != "seal"}
    whole, game = migrated("encounter", encounter_keys, number), source.data.get(GAME)
    game = game if isinstance(game, dict) else {}
    named = whole.get("system", registry.DEFAULT)
    try:
        if isinstance(named, str) and not registry.carries_game(whole):
            registry.find(named)
    except registry.UnknownSystem as error:
        raise MissingGame([locate(("system",), missing_game(named, game, error))]) from error
    prepared = prepare_located(whole, locate, release=release_of(game))
    about = "" if registry.carries_game(whole) else other_version(prepared.system.name, game)
    return Head(prepared, number, game, about)


class FightText(SealedBlocks):
    """The text of a fight log. `blocks` says where its valid blocks stand, the head first.

    With `steps_only` its game need not be installed: then it has no `head`, and no states. What events hold as text is
    read by `rules` then, if they are given. Else by those of the head.
    """

    def __init__(
        self, path: Path, data: bytes | None = None, steps_only: bool = False, rules: Rules | None = None
    ) -> None:
        self.path = path
        self.shown = str(path)
        read = read_fight_bytes(path) if data is None else Read(data)
        raw = read.data
        self.unread = read.unread
        """The bytes not read, because the chain breaks before them."""
        self.line_endings, self.data = split_line_endings(raw)
        """The line ends, and the bytes with plain line feeds and without a byte order mark."""
        self.chain = hash_chain.verify(self.data)
        if self.unread:
            self.chain = replace(self.chain, broken=True)
        self.blocks = self.chain.blocks
        self.valid_in_file = size_in_file(raw, self.chain.valid_size, self.data)
        """The bytes of the file up to the end of the last valid block."""
        self.tail = raw[self.valid_in_file :]
        """The bytes behind the last valid block."""
        source = self._head()
        self.format = format_of(source, _NO_FIGHT)
        self._rules = rules
        if not steps_only:
            self.head = head_of(source, _NO_FIGHT)
            self.prepared = self.head.prepared
            self._rules = self.prepared.rules
        self.checkpoints = self._checkpoints()
        self._earlier = self._earlier_segments(raw)
        """The places in the file of the segments before the last checkpoint."""

    def line_of_step(self, n: int) -> int:
        """Return the number, from 1, of the line on which step `n` begins. 0 when there is none."""
        offset = self.data.find(b"[[step]]\nn = %d\n" % n)
        return self.data.count(b"\n", 0, offset) + 1 if offset >= 0 else 0

    def _checkpoints(self) -> list[int]:
        """Return the places of the checkpoints among the blocks."""
        starts = [start for start, _ in self.blocks]
        numbers: list[int] = []
        offset = self.data.find(_STATE, 0, self.chain.valid_size)
        while offset >= 0:
            numbers.append(bisect_right(starts, offset) - 1)
            offset = self.data.find(_STATE, offset + 1, self.chain.valid_size)
        return numbers

    def _earlier_segments(self, raw: bytes) -> list[SegmentPlace]:
        """Return the places of the segments up to the last checkpoint in the file, whose bytes are `raw`."""
        if not self.checkpoints:
            return []
        starts = [self.blocks[block].start for block in (1, *self.checkpoints)]
        seals = [hash_chain.seal_before(self.data, start) for start in starts]
        places = pairwise(places_in_file(raw, self.data, starts))
        return [SegmentPlace(start, end, seal) for (start, end), seal in zip(places, seals, strict=False)]

    def interval(self) -> CheckpointInterval:
        """Return the size of the blocks since the last checkpoint, and of that checkpoint."""
        last = self.checkpoints[-1] if self.checkpoints else 0
        start, end = self.blocks[last]
        return CheckpointInterval(
            blocks=len(self.blocks) - 1 - last,
            size=self.chain.valid_size - end,
            state=end - start if last else 0,  # block 0 is the head, no checkpoint
        )

    # The head

    def _head(self) -> Source:
        """Return the first block, parsed. Raises InvalidFile or BrokenSeal."""
        if not self.blocks:
            raise self._no_head()
        start, end = self.blocks[0]
        return parse(self.shown, decoded(self.shown, self.data[start:end]), played=True)

    def _no_head(self) -> Exception:
        """Return the error for a file without a valid head: damaged, no fight, not TOML, or cut off within the head."""
        if self.chain.broken or (has_fight_head(self.data) and _ANY_SEAL.search(self.data)):
            return BrokenSeal(self.shown, 1, 0, openable=False)
        if not has_fight_head(self.data):
            if len(self.data) > LARGEST:
                raise InvalidFile([Diagnostic(self.shown, 0, 0, f"has {len(self.data)} bytes and is not a fight")])
            parse(self.shown, decoded(self.shown, self.data))
            return InvalidFile(
                [Diagnostic(self.shown, 1, 1, "this is not a fight being played; play an encounter instead")]
            )
        line = self.data.count(b"\n") + 1
        text = "the file breaks off within its head, so no step was played; start the fight again from its encounter"
        return InvalidFile([Diagnostic(self.shown, line, 1, text)])

    # Segments: the blocks from one checkpoint up to the next

    def journal(self) -> tuple[Journal, EarlierSteps | None]:
        """Return the journal since the last checkpoint, and the reader of the segments before it, if there are any."""
        if self.checkpoints:
            journal, _ = self.checkpoint(self.checkpoints[-1])
        else:
            journal = Journal()
        journal.states[0] = self.prepared.encounter
        self.enter(journal, (self.checkpoints[-1] if self.checkpoints else 0) + 1, len(self.blocks))
        if not self.checkpoints:
            return journal, None
        return journal, EarlierSteps(self.path, self.format, self.prepared, journal, self._earlier)
