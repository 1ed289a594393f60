"""Carry-over: what remains after a fight of Prism: pools, the capacity of armour, and conditions."""

from __future__ import annotations

from tracker.game_api import parts
from tracker.game_api.carry_over import Kept
from tracker.games.prism import fighter
from tracker.games.prism import sheet as sheets
from tracker.games.prism.book.house_rules import Options
from tracker.games.prism.fighter import Fighter
from tracker.model.combatant import Condition, Pool
from tracker.model.state import Encounter


class CarryOver(parts.CarryOver[Options]):
    """The values kept after a fight of Prism."""

    def pool_kept(self, pool: Pool, points: int) -> Kept | None:
        """Return a pool as an entry of the table `now`. None for armour, which is kept as a thing."""
        key = next((key for key, name in sheets.KEYS.items() if name == pool.name), None)
        return None if key is None else Kept(("now", key), points, pool.name, usual=points == pool.full)

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """Return the capacity left of each piece of armour."""
        points_by_piece = [(piece, encounter[who].pool(piece.pool)) for piece in Fighter(encounter, who).sheet.armour]
        return tuple(
            Kept(("armour", piece.name, "left"), points, f"{piece.name} AC", usual=points == piece.capacity)
            for piece, points in points_by_piece
        )

    def condition_lasts(self, condition: Condition) -> bool:
        return condition.key in (fighter.DYING, fighter.UNCONSCIOUS)
