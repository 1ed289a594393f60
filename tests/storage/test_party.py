"""A party from fight to fight: read, brought into an encounter, written back after it with comments kept, rested."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as some

from tracker.campaign.file_checks import check
from tracker.campaign.party import read_party
from tracker.campaign.party_changes import differences
from tracker.campaign.party_file import redo, undo, write
from tracker.campaign.rest import manner, rest
from tracker.clock.recovery import Recovery, Standing, recovered, span
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.atomic import Disk
from tracker.storage.fight_log.fight_lock import Lock
from tracker.storage.preparation import prepare, read_encounter
from tracker.storage.toml.diagnostics import InvalidFile, Locked, StorageError

PARTY = """# The company of the mill, winter
kind = "party"
system = "hybrid"

[[person]] # Ana's
name = "Brann"
player = "Ana"
stats = { PST = 14, PEN = 13 } # rolled on the first evening
pools = { PFT = 20, PEX = 10 } # tired
experience = 3

[[person.skill]]
name = "Long Sword" # his father's
basis = ["PCA"]
rank = 7

[[person]]
name = "Sela"
rests = false # she watches
"""
FORD = """
system = "hybrid"
party = "party.toml"

[[combatant]]
name = "Gruk"
side = "raiders"
"""
COMMENTS = (
    "# The company of the mill, winter",
    "# Ana's",
    "# rolled on the first evening",
    "# tired",
    "# his father's",
)


@pytest.fixture
def party(tmp_path: Path) -> Path:
    path = tmp_path / "party.toml"
    path.write_text(PARTY)
    (tmp_path / "ford.toml").write_text(FORD)
    return path


def fight(party: Path) -> Session:
    prepared = read_encounter(party.parent / "ford.toml")
    encounter = prepared.encounter
    session = Session(encounter, prepared.rules, SeededDice(1))
    for one in encounter:
        session.say(f"{one.id} rolled")
    session.say("begin")
    return session


def write_back(party: Path, session: Session, receipt: str = "abc", step: int = 9) -> tuple[str, ...]:
    people = differences(read_party(party), session.encounter, session.rules, receipt, step)
    changes = [change for person in people for change in person.changes]
    if changes:
        write(party, "fight: ford", changes)
    return tuple(f"{person.name}: {person.words}" for person in people)


def data(party: Path) -> dict[str, Any]:
    return tomli.loads(party.read_text())


def test_the_people_of_a_party_come_into_the_encounter_as_they_stand(party: Path) -> None:
    prepared = read_encounter(party.parent / "ford.toml")
    assert [one.name for one in prepared.encounter] == ["Brann", "Sela", "Gruk"]
    brann = prepared.encounter["brann"]
    assert (brann.pool("PFT"), brann.pool("PEX"), brann.profile.side, brann.profile.player) == (20, 10, "heroes", "Ana")
    assert prepared.encounter["sela"].profile.side == "heroes", "whoever is of the party, with a player or without"
    assert prepared.document["party"] == "party.toml"
    again = prepare(prepared.document)
    assert [one.pools for one in again.encounter] == [one.pools for one in prepared.encounter]


def test_what_the_encounter_says_of_one_of_the_party_wins(party: Path) -> None:
    ford = party.parent / "ford.toml"
    ford.write_text(FORD + '\n[[combatant]]\nname = "brann"\nhidden = true\n')
    prepared = read_encounter(ford)
    assert len(prepared.encounter.combatants) == 3 and "brann" in prepared.encounter["gruk"].unaware_of
    assert prepared.encounter["brann"].pool("PFT") == 20


def test_after_a_fight_pools_experience_and_lasting_conditions_are_written_and_comments_stay(party: Path) -> None:
    session = fight(party)
    for line in ("fix brann PFT 11", "fix brann PBD 5", "brann gains 4", "fix brann bleeding on"):
        session.say(line)
    before = (party.parent / "ford.toml").read_bytes()
    told = write_back(party, session)
    assert told[0].startswith("Brann: PFT 20 → 11, PBD 27 → 5, ")
    assert "experience 3 → 7 (+4 for this fight)" in told[0] and "lasting: " in told[0]
    text = party.read_text()
    assert all(comment in text for comment in COMMENTS), "a game master's comments survive"
    brann = data(party)["person"][0]
    assert brann["pools"] == {"PFT": 11, "PEX": 10, "PBD": 5} and brann["experience"] == 7
    assert (party.parent / "ford.toml").read_bytes() == before, "playing never changes the prepared encounter"
    assert check(party) == ()
    again = fight(party)
    assert again.encounter["brann"].pool("PFT") == 11
    assert any(c.key.startswith("bleeding") for c in again.encounter["brann"].conditions)
    assert any(due.who == "brann" and due.rank == 1 for due in again.encounter.agenda), "the wound goes on bleeding"


def test_no_award_is_given_twice_and_a_fight_that_went_on_gives_only_the_rest(party: Path) -> None:
    session = fight(party)
    session.say("brann gains 4")
    write_back(party, session, step=9)
    assert write_back(party, session, step=9)[0] == "Brann: " and data(party)["person"][0]["experience"] == 7
    session.say("brann gains 2")
    assert "experience 7 → 9 (+2 for this fight)" in write_back(party, session, step=12)[0]
    other = fight(party)
    other.say("brann gains 1")
    write_back(party, other, receipt="def", step=3)
    brann = data(party)["person"][0]
    assert brann["experience"] == 10 and [award["points"] for award in brann["awards"]] == [6, 1]


def test_what_was_written_is_taken_back_to_the_byte_of_every_key_and_brought_back(party: Path) -> None:
    start = data(party)
    session = fight(party)
    session.say("fix brann PFT 11")
    session.say("brann gains 4")
    write_back(party, session)
    written = data(party)
    assert undo(party) == "fight: ford"
    assert data(party)["person"] == start["person"]
    with pytest.raises(Refused, match="left to undo"):
        undo(party)
    assert redo(party) == "fight: ford" and data(party) == written
    assert all(comment in party.read_text() for comment in COMMENTS)


def rested(party: Path, seconds: int, way: str = "rest", but: tuple[str, ...] = ()) -> dict[str, Any]:
    people = rest(read_party(party), seconds, way, but)
    changes = [change for person in people for change in person.changes]
    if changes:
        write(party, "rest", changes)
    brann: dict[str, Any] = data(party)["person"][0]
    return brann


def test_eight_hours_bring_fatigue_and_forty_exhaustion_back_and_who_does_not_rest_gets_nothing(party: Path) -> None:
    before = data(party)["person"][1]
    brann = rested(party, 8 * 3600)
    full = {pool.name: pool.full for pool in read_party(party).people[0].combatant.profile.pools}
    assert brann["pools"] == {"PFT": full["PFT"], "PEX": min(full["PEX"], 10 + 40)}
    assert data(party)["person"][1] == before, "rests = false"
    undo(party)
    assert rested(party, 8 * 3600, but=("Brann",))["pools"] == {"PFT": 20, "PEX": 10}


def test_an_hour_of_sleep_in_quarters_is_an_hour_of_sleep(party: Path) -> None:
    for _ in range(4):
        quarters = rested(party, 900, "sleep")
    for _ in range(4):
        undo(party)
    whole = rested(party, 3600, "sleep")
    assert quarters == whole and whole["pools"]["PEX"] == 20
    undo(party)
    brann = rested(party, 900, "sleep")
    assert brann["pools"]["PEX"] == 12 and brann["towards"] == {"PEX": "1/2"}


RATES = {
    name: [rate for rates in registry.find(name).bind({}).carry_over.rest_rates().values() for rate in rates]
    for name in ("hybrid", "phases", "prism", "feats", "plain")
}


@pytest.mark.parametrize("system", [name for name, rates in RATES.items() if rates])
@given(
    start=some.integers(0, 60), full=some.integers(1, 60), towards=some.fractions(0, Fraction(999, 1000)),
    parts=some.lists(some.integers(1, 100_000), min_size=1, max_size=6), which=some.integers(0, 20),
)  # fmt: skip
def test_one_long_rest_is_any_split_of_it_in_every_game(
    system: str, start: int, full: int, towards: Fraction, parts: list[int], which: int
) -> None:
    rate = RATES[system][which % len(RATES[system])]
    split = Standing(min(start, full), towards if start < full else Fraction(0))
    whole = recovered(split, full, rate, sum(parts))
    for part in parts:
        split = recovered(split, full, rate, part)
    assert split == whole and min(start, full) <= whole.points <= full and 0 <= whole.towards < 1


def test_the_rates_are_those_of_the_books() -> None:
    assert Recovery("PEX", 1, 720) in registry.find("hybrid").bind({}).carry_over.rest_rates()["rest"]
    assert registry.find("feats").bind({}).carry_over.rest_rates() == {"rest": (Recovery("FP", 1, 600),)}
    assert {rate.seconds for rate in registry.find("phases").bind({}).carry_over.rest_rates()["rest"]} == {6}
    for system in ("plain", "prism"):
        with pytest.raises(Refused, match="no recovery over hours"):
            manner(registry.find(system).bind({}), system)


@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        ("8 hours", 28800),
        ("90min", 5400),
        ("1 day 4 h", 100800),
        ("2 weeks", 14 * 86400),
        ("1 year", 365 * 86400),
        ("1 y 1 day", 366 * 86400),
        ("2 years", None),
        ("8", None),
        ("8 moons", None),
        ("0 h", None),
        ("", None),
    ],
)
def test_how_long_is_read(words: str, seconds: int | None) -> None:
    assert span(words) == seconds


def test_a_wound_that_bleeds_lets_nobody_rest(party: Path) -> None:
    party.write_text(PARTY.replace("experience = 3", 'lasting = [{ condition = "bleeding", amount = -1 }]'))
    (brann, _) = rest(read_party(party), 3600, "rest")
    assert brann.changes == () and brann.remarks == ("does not recover: a wound bleeds",)


def test_two_programs_and_edits_in_between_lose_nothing(party: Path) -> None:
    people = rest(read_party(party), 3600, "rest")
    changes = [change for person in people for change in person.changes]
    lock = Lock(party.resolve())
    with pytest.raises(Locked):
        write(party, "rest", changes)
    lock.release()
    edited = PARTY.replace("PFT = 20", "PFT = 25")
    party.write_text(edited)
    with pytest.raises(Refused, match="changed in the meantime"):
        write(party, "rest", changes)
    assert party.read_text() == edited


class Full(Disk):
    """A disk that takes no more."""

    def write(self, file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")


def test_a_full_disk_leaves_the_file_as_it_was(party: Path) -> None:
    changes = [change for person in rest(read_party(party), 3600, "rest") for change in person.changes]
    with pytest.raises(StorageError, match="is as it was: No space left"):
        write(party, "rest", changes, Full())
    assert party.read_text() == PARTY and {path.name for path in party.parent.iterdir()} == {"party.toml", "ford.toml"}


@pytest.mark.parametrize("cut", [30, 150, 260, 300])
def test_half_a_party_is_told_with_its_place_and_never_written(party: Path, cut: int) -> None:
    party.write_text(PARTY[:cut])
    try:
        read_party(party)
    except InvalidFile as caught:
        assert caught.diagnostics[0].line
        with pytest.raises((InvalidFile, Refused, StorageError)):
            undo(party)
    else:
        with pytest.raises(Refused):
            undo(party)
    assert party.read_text() == PARTY[:cut]


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ("experience = 3", "experiance = 3", 'unknown key "experiance"'),
        ("experience = 3", "experience = -3", "experience must be at least 0"),
        ("rests = false", 'rests = "no"', "rests must be true or false"),
        ('kind = "party"', 'kind = "crowd"', "this is no party"),
        ("rests = false", "number = 3", "one of a party is one"),
        ("rank = 7", "rank = 99", "rank must be at most 30"),
    ],
)
def test_a_mistake_is_told_at_its_line(party: Path, was: str, now: str, why: str) -> None:
    party.write_text(PARTY.replace(was, now))
    with pytest.raises(InvalidFile) as caught:
        read_party(party)
    line = next(at for at, text in enumerate(PARTY.replace(was, now).splitlines(), 1) if now in text)
    assert why in caught.value.diagnostics[0].text and caught.value.diagnostics[0].line == line


def test_a_mistake_in_the_party_is_told_in_the_party_and_one_of_the_encounter_in_it(party: Path) -> None:
    party.write_text(PARTY.replace("rank = 7", "rank = 99"))
    (party.parent / "ford.toml").write_text(FORD.replace('side = "raiders"', "side = 3"))
    with pytest.raises(InvalidFile) as caught:
        read_encounter(party.parent / "ford.toml")
    assert {Path(diagnostic.path).name for diagnostic in caught.value.diagnostics} == {"party.toml", "ford.toml"}
