"""The table of rules is true: each rule is cited in the room it names, and each room's rules are in the table."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ROOT / "tracker" / "systems" / "hybrid"
ROW = re.compile(r"^\| (H-[A-Z]+(?:-\d+)?) \|[^|]*\| ([^|]*) \|", re.M)
CITED = re.compile(r"H-[A-Z]+(?:[- ]\d+)?")


def rows() -> dict[str, list[str]]:
    text = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    return {rule: re.findall(r"`([\w/]+\.py)`", rooms) for rule, rooms in ROW.findall(text)}


def test_every_room_the_table_names_is_there_and_cites_the_section() -> None:
    for rule, rooms in rows().items():
        assert rooms, rule
        texts = [(ROOMS / room).read_text(encoding="utf-8") for room in rooms]
        section = rule.rsplit("-", 1)[0] if rule[-1].isdigit() else rule
        assert any(section in text for text in texts), f"{rule} is cited in none of {rooms}"


def test_every_rule_cited_in_the_code_is_in_the_table() -> None:
    known = set(rows())
    sections = {rule.rsplit("-", 1)[0] if rule[-1].isdigit() else rule for rule in known}
    for room in ROOMS.glob("*.py"):
        for cited in CITED.findall(room.read_text(encoding="utf-8")):
            section = re.sub(r"[- ]\d+$", "", cited)
            assert cited.replace(" ", "-") in known or section in sections, f"{room.name} cites {cited}"
