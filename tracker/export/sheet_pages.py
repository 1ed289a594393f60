"""Sheet pages: combat sheets for paper, two a page, in black and white, with the pools as boxes to cross out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tracker.export.html import Node, listed, node
from tracker.export.paper import document
from tracker.export.tables import chances, table
from tracker.game_api.values import Card
from tracker.model.combatant import Combatant, Pool
from tracker.model.lazy_dataclass import dataclass

_ROW = 30
"""The boxes in one row."""
_BOX, _GAP = 8, 3
"""The pixels of a box, and the extra pixels after every fifth."""
_SKIPPED = {"id", "name", "player", "pools"}
"""The keys shown elsewhere on the page, at the top or as boxes."""
_IN_CHANCES = {"name", "strike", "parry", "block", "speed", "damage", "chance", "tn", "rof"}
"""The keys of a weapon that its chances already show."""
_STYLE = (
    "html{color:#000} article{border:1px solid #000;padding:.6rem;margin:0 0 1rem;break-inside:avoid}"
    " ul{margin:0;padding-left:1.2rem;font-size:.8rem;columns:2} h2{margin:0;font-size:1.1rem}"
    " h3{margin:.4rem 0 .1rem;font-size:.85rem} p{margin:0;font-size:.8rem}"
    " table{border-collapse:collapse;font-size:.8rem;width:100%}"
    " th,td{border:1px solid #000;padding:.05rem .3rem;text-align:left;vertical-align:top}"
    " th{overflow-wrap:normal}"
    " .pools{display:grid;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));gap:.3rem}"
    " rect{fill:none;stroke:#000} .boxes path{stroke:#000;fill:none} .now{font-weight:bold}"
    " @page{size:A4;margin:10mm} @media print{html{font-size:62%} body{padding:0;max-width:none} h1{display:none}"
    " article{min-height:48vh;margin:0 0 2mm} article:nth-of-type(2n){break-after:page}}"
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The data of a combat sheet: the fighter, its chances, and its sheet as plain data."""

    fighter: Combatant
    card: Card
    record: Mapping[str, Any]
    stands: tuple[str, ...] = ()
    """The state in a fight: count, conditions, activity and next declaration. Empty before one."""


def as_page(title: str, sheets: Iterable[Sheet]) -> str:
    """Return all sheets as one page of HTML."""
    return document(title, _STYLE, node("h1", None, title), *map(_sheet, sheets))


def _sheet(sheet: Sheet) -> Node:
    """Return one sheet as HTML: plain values, chances, pools as boxes, figures, lists."""
    fighter, record = sheet.fighter, sheet.record
    plain = [f"player {fighter.profile.player}"] if fighter.profile.player else []
    plain += [f"{_words(key)} {value}" for key, value in record.items() if _plain(key, value)]
    figures = [(key, value) for key, value in record.items() if isinstance(value, Mapping) and value]
    lists = [(key, value) for key, value in record.items() if isinstance(value, list) and value and key != "pools"]
    weapons = {row["name"]: row for _, rows in lists for row in rows if _is_a_strike(row, sheet.card)}
    lists = [(key, rest) for key, value in lists if (rest := [row for row in value if row not in weapons.values()])]
    return node(
        "article",
        None,
        node("h2", None, fighter.name),
        node("p", None, " · ".join(plain)),
        *(node("p", {"class": "now"}, line) for line in sheet.stands),
        node("h3", None, "Chances"),
        chances(sheet.card, {name: _other_figures(row) for name, row in weapons.items()}),
        listed("div", {"class": "pools"}, _pools(fighter)),
        *(node("p", None, node("strong", None, _words(key)), " ", _figures(value)) for key, value in figures),
        *(part for key, value in lists for part in (node("h3", None, _words(key)), _list(value))),
    )


def _is_a_strike(row: object, card: Card) -> bool:
    """Return whether a record of a list is one of the strikes on the card, by its name."""
    return isinstance(row, Mapping) and any(row.get("name") == strike.name for strike in card.strikes)


def _other_figures(weapon: Mapping[str, Any]) -> str:
    """Return the figures of a weapon that its chances do not show, in words."""
    figures = {key: value for key, value in weapon.items() if key not in _IN_CHANCES and value not in (None, "", False)}
    return " · ".join(
        _words(key) if value is True else f"{_words(key)} {_shown(value)}" for key, value in figures.items()
    )


def _plain(key: str, value: object) -> bool:
    """Return whether a value goes into the first line: not skipped, not empty, no table and no list."""
    return key not in _SKIPPED and not isinstance(value, Mapping | list) and value not in ("", None)


def _words(key: str) -> str:
    return key.replace("_", " ")


def _figures(value: Mapping[str, Any]) -> str:
    """Return named figures in one line."""
    return "  ".join(f"{name} {_shown(figure)}" for name, figure in value.items())


def _shown(value: object) -> str:
    """Return a value in words: a table or list joined by commas, `–` for a missing one."""
    match value:
        case Mapping():
            return ", ".join(f"{_words(str(key))} {_shown(inner)}" for key, inner in value.items())
        case list() | tuple():
            return ", ".join(map(_shown, value))
        case None:
            return "–"
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def _list(rows: Sequence[object]) -> Node:
    """Return a list of records as a table, any other list as points."""
    if not all(isinstance(row, Mapping) for row in rows):
        return listed("ul", None, (node("li", None, _shown(row)) for row in rows))
    tables = [row for row in rows if isinstance(row, Mapping)]
    columns = list(dict.fromkeys(key for row in tables for key in row))
    lines = (listed("tr", None, (node("td", None, _shown(row.get(column))) for column in columns)) for row in tables)
    return table(map(_words, columns), lines)


def _pools(combatant: Combatant) -> Iterable[Node]:
    """Yield each pool that the fighter has, with a box for each point unless the pool has steps instead."""
    for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True):
        if pool.lacking:
            continue
        boxes = None if pool.steps else _boxes(pool.full, now)
        yield node("div", None, node("h3", None, _of_pool(pool, now)), boxes)


def _of_pool(pool: Pool, now: int) -> str:
    """Return a pool in words: its name, its label and its points, or its word for them."""
    if called := pool.called(now):
        return f"{pool.name} {pool.label} {called}"
    left = "" if now == pool.full and not pool.harm else f"{now} of ".replace("-", "−")
    return f"{pool.name} {pool.label} {left}{pool.full}"


def _boxes(full: int, now: int) -> Node:
    """Return one box for each point. Lost points are crossed out from the end."""
    rects: list[Node] = []
    crosses: list[str] = []
    for place in range(min(full, 10 * _ROW)):  # ten rows at most
        row, column = divmod(place, _ROW)
        where = {"x": 1 + column * _BOX + column // 5 * _GAP, "y": 1 + row * (_BOX + 2)}
        gone = {"class": "gone"} if place >= now else {}
        rects.append(node("rect", {**where, "width": _BOX - 2, "height": _BOX - 2, **gone}))
        if gone:
            side = _BOX - 2
            crosses.append(f"M{where['x']} {where['y']}l{side} {side}m0 -{side}l-{side} {side}")
    rows = -(-max(1, len(rects)) // _ROW)
    size = {"width": _ROW * _BOX + _ROW // 5 * _GAP, "height": rows * (_BOX + 2) + 2}
    label = {"role": "img", "aria-label": f"{now} of {full}"}
    crossed = [node("path", {"d": "".join(crosses)})] if crosses else []
    return listed("svg", {"class": "boxes", **size, **label}, [*rects, *crossed])
