"""Whatever happens to the bytes of a fight: never a wrong step accepted, never anything but a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.damage import judged, steps_whole_at
from tests.lanes import sample
from tests.storage.table import ford, looked_at, resumed, sat_down, stand_up
from tracker.model.state import Encounter
from tracker.storage.fight_log import hash_chain
from tracker.storage.fight_log.opening import logged_steps, open_fight
from tracker.storage.toml.diagnostics import BrokenSeal, InvalidFile


@pytest.fixture
def three_steps(tmp_path: Path) -> tuple[Path, bytes, dict[int, Encounter]]:
    """A fight of three steps: its path, its bytes and the state after each step."""
    text = 'title = "Duel"\nsystem = "plain"\n[[combatant]]\nname = "A"\n[[combatant]]\nname = "B"\nside = "b"\n'
    path = tmp_path / "duel.fight.toml"
    session = sat_down(ford(tmp_path, text), path)
    for line in ("begin", "next", "note Ha"):
        session.say(line)
    stand_up(session)
    return path, path.read_bytes(), dict(session.journal.states)


@pytest.mark.parametrize("first", sample(range(12)))
def test_cut_at_every_byte_it_opens_with_the_steps_that_were_whole(
    three_steps: tuple[Path, bytes, dict[int, Encounter]], first: int
) -> None:
    """At every twelfth byte, from each of the first twelve on."""
    path, data, states = three_steps
    head = hash_chain.verify(data).blocks[0][1]
    for length in range(first, len(data), 12):
        path.write_bytes(data[:length])
        whole = steps_whole_at(data, length)
        if length < head:
            with pytest.raises((InvalidFile, BrokenSeal)):
                looked_at(path)
            continue
        opened = looked_at(path)
        assert opened.journal.last == whole
        assert opened.encounter == states[whole]
        assert bool(opened.warnings) == (length not in {end for _, end in hash_chain.verify(data).blocks})


@pytest.mark.parametrize("bit", sample(range(8)))
def test_with_any_bit_flipped_no_block_from_there_on_is_accepted(
    three_steps: tuple[Path, bytes, dict[int, Encounter]], bit: int
) -> None:
    path, data, states = three_steps
    blocks = hash_chain.verify(data).blocks
    changed = bytearray(data)
    for place in range(len(data)):
        before = tuple(block for block in blocks if block[1] <= place)
        changed[place] ^= 1 << bit
        assert hash_chain.verify(bytes(changed)).blocks == before, place
        if place % 11 == bit:
            path.write_bytes(changed)
            judged(path, states, max(0, len(before) - 1))
        changed[place] ^= 1 << bit


def test_a_block_taken_out_doubled_or_swapped_is_noticed(
    three_steps: tuple[Path, bytes, dict[int, Encounter]],
) -> None:
    path, data, states = three_steps
    head, one, two, three = (data[start:end] for start, end in hash_chain.verify(data).blocks)
    for wrong, kept in (
        (head + two + three, 0),
        (head + one + one + two + three, 1),
        (head + one + three + two, 1),
        (head + one + three, 1),
        (one + two + three, 0),
        (head + head + one, 0),
    ):
        path.write_bytes(wrong)
        with pytest.raises(BrokenSeal):
            looked_at(path)
        judged(path, states, kept)


def test_zeros_where_the_last_block_should_be_are_a_torn_tail(
    three_steps: tuple[Path, bytes, dict[int, Encounter]],
) -> None:
    path, data, states = three_steps
    start, end = hash_chain.verify(data).blocks[-1]
    path.write_bytes(data[:start] + b"\0" * (end - start))
    judged(path, states, 2)


def test_a_torn_tail_is_kept_beside_the_file_and_the_fight_goes_on(
    three_steps: tuple[Path, bytes, dict[int, Encounter]],
) -> None:
    path, data, states = three_steps
    path.write_bytes(data[:-30])
    opened = open_fight(path)
    assert opened.encounter == states[2]
    lost = len(data) - 30 - hash_chain.verify(data).blocks[2][1]
    assert "breaks off in line" in opened.warnings[0] and "every step up to 2 is there" in opened.warnings[0]
    assert opened.warnings[1] == f"Its {lost} bytes are kept beside it in a .tail file."
    assert path.with_name("duel.fight.toml.tail").read_bytes() == data[-30 - lost : -30]
    session = resumed(opened)
    session.say("note on we go")
    assert stand_up(session) == ""
    assert [told.step.line for told in logged_steps(path)] == ["begin", "next", "note on we go"]


def test_a_broken_seal_in_the_middle_offers_to_open_up_to_there(
    three_steps: tuple[Path, bytes, dict[int, Encounter]],
) -> None:
    path, data, states = three_steps
    wrong = data.replace(b'line = "next"', b'line = "Next"')
    path.write_bytes(wrong)
    with pytest.raises(BrokenSeal) as broken:
        open_fight(path)
    line = data[: data.index(b"n = 2\n")].count(b"\n")
    assert (broken.value.line, broken.value.up_to_step, broken.value.openable) == (line, 1, True)
    assert f"duel.fight.toml:{line}:1: this block does not match its seal" in broken.value.sentence
    assert "`tracker check --reseal" in broken.value.sentence
    assert path.read_bytes() == wrong
    opened = open_fight(path, up_to_break=True)
    assert opened.encounter == states[1]
    kept = path.with_name("duel.fight.toml.tail").read_bytes()
    session = resumed(opened)
    session.say("next")
    stand_up(session)
    assert path.read_bytes().startswith(data[: hash_chain.verify(data).blocks[1][1]])
    assert hash_chain.verify(data[: hash_chain.verify(data).blocks[1][1]] + kept).broken
    assert looked_at(path).encounter == session.encounter


def test_a_broken_head_cannot_be_opened_but_can_be_accepted(
    three_steps: tuple[Path, bytes, dict[int, Encounter]],
) -> None:
    path, data, _ = three_steps
    path.write_bytes(data.replace(b'title = "Duel"', b'title = "Dual"'))
    with pytest.raises(BrokenSeal) as broken:
        open_fight(path, up_to_break=True)
    assert not broken.value.openable
    from tracker.campaign.file_checks import check, reseal

    assert "the head does not match its seal" in check(path)[0].text
    reseal(path)
    assert looked_at(path).prepared.title == "Dual"


def test_what_is_no_fight_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.fight.toml"
    for data, sentence in (
        (b"", "this is not a fight being played"),
        (b'title = "x"\n', "this is not a fight being played"),
        (b"\xff\xfe", "UTF-16"),
        (b"[", "not TOML"),
        (b"\0" * 300_000, "300000 bytes and is not a fight"),
        (b'kind = "fight"\n', "breaks off within its head"),
    ):
        path.write_bytes(data)
        with pytest.raises(InvalidFile, match=sentence):
            open_fight(path)
    with pytest.raises(InvalidFile, match="no such file"):
        open_fight(tmp_path / "none.fight.toml")
    with pytest.raises(InvalidFile, match="is a folder"):
        open_fight(tmp_path)
