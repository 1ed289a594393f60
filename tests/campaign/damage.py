"""Cuts and flips: whatever becomes of a fight's bytes, no wrong step is accepted and a sentence says what is wrong."""

from __future__ import annotations

import random
from pathlib import Path

from tests.campaign.tally import Tally, problem_of
from tests.storage.table import long_fight, looked_at, stand_up
from tracker.model.state import Encounter
from tracker.storage.fight_log import hash_chain, writer
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.toml.diagnostics import BrokenSeal, InvalidFile

States = dict[int, Encounter]


def judged(path: Path, states: States, most: int) -> None:
    """Opening gives a state that once was, of step `most` or before, or says why not."""
    try:
        opened = looked_at(path)
    except (BrokenSeal, InvalidFile) as error:
        assert str(error)
        if not isinstance(error, BrokenSeal) or not error.openable:
            return
        opened = open_fight(path, up_to_break=True, look=True)
        assert error.up_to_step == opened.journal.last
    assert opened.journal.last <= most
    last = opened.journal.done[-1] if opened.journal.done else 0
    assert opened.encounter == states[last]


def steps_whole_at(data: bytes, length: int) -> int:
    """How many steps lie whole within the first `length` bytes of a fight without checkpoints."""
    return max(0, sum(end <= length for _, end in hash_chain.verify(data).blocks) - 1)


def cuts_and_flips(tally: Tally, folder: Path) -> None:
    """A fight of sixty steps with undos and checkpoints, cut at a byte, or with one or several bits flipped."""
    writer.CHECKPOINT, before = 7, writer.CHECKPOINT
    try:
        session, path = long_fight(folder)
        stand_up(session)
    finally:
        writer.CHECKPOINT = before
    data = path.read_bytes()
    ends = [end for _, end in hash_chain.verify(data).blocks]
    passed = [_opened(path, data[:end]) for end in ends]
    if passed[-1] != (session.journal.last, session.encounter):
        tally.wrong.append("the whole fight does not open where it was left")
    chance = random.Random(5)
    cuts = 0
    while tally.more(2_000 if tally.short else 60_000):
        changed = bytearray(data)
        if chance.random() < 0.3:
            places = [chance.randrange(len(data))]
            del changed[places[0] :]
            cuts += 1
        else:
            places = sorted(chance.sample(range(len(data)), chance.choice((1, 1, 1, 2, 9))))
            for place in places:
                changed[place] ^= 1 << chance.randrange(8)
        whole = sum(end <= places[0] for end in ends)

        def opens_up_to_there(whole: int = whole, changed: bytes = bytes(changed)) -> None:
            came = _opened(path, changed)
            assert came == (passed[whole - 1] if whole else None), f"opened as {came and came[0]}"

        tally.held(f"bytes {places} of {len(data)}", problem_of(opens_up_to_there))
    tally.note(f"{cuts:,} cuts and {tally.tried - cuts:,} times flipped bits in a fight of {len(data):,} bytes")


def _opened(path: Path, data: bytes) -> tuple[int, Encounter] | None:
    """Up to which step these bytes open, and the state there; None when a sentence refuses them."""
    path.write_bytes(data)
    try:
        opened = looked_at(path)
    except (BrokenSeal, InvalidFile) as error:
        assert str(error)
        if not isinstance(error, BrokenSeal) or not error.openable:
            return None
        opened = open_fight(path, up_to_break=True, look=True)
        assert error.up_to_step == opened.journal.last
    return opened.journal.last, opened.encounter
