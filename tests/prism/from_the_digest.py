"""The rules of Prism read a second time, as plain functions of numbers, apart from the program."""

from __future__ import annotations


def first_turn(initiative: int) -> int:
    """S-CHAIN-2: seven ticks at 5 and less, one sooner for every five points begun above, never before 1."""
    if initiative <= 5:
        return 7
    return max(1, 7 - (initiative - 1) // 5)


def chance(target: int) -> int:
    """S-TN-2 by counting: the faces 00 to 99 that succeed."""
    return sum(1 for face in range(100) if face <= target)


def answers(own: int, result: int, equal: bool = False) -> list[int]:
    """S-OPP-3 by counting: the faces above the result and under one's own target number."""
    return [face for face in range(100) if face > result and (face <= own if equal else face < own)]


def hit(target: int, own: int | None) -> float:
    """S-DODGE-2 by counting both dice: how often in a hundred a hit comes about."""
    pairs = 0
    for face in range(100):
        if face <= target:
            pairs += 100 - (len(answers(own, face)) if own is not None else 0)
    return pairs / 100


def nearer(actor: tuple[int, int], reactor: tuple[int, int]) -> str:
    """S-OPP-2: result and target number of each; who wins."""
    (result, target), (answer, own) = actor, reactor
    if result > target:
        return "nobody"
    if answer > own:
        return "actor"
    return "reactor" if min(own, 99) - answer < min(target, 99) - result else "actor"


def contest(target: int, own: int) -> float:
    """S-OPP-2 by counting both dice: how often in a hundred the actor wins."""
    return sum(nearer((one, target), (other, own)) == "actor" for one in range(100) for other in range(100)) / 100


def halves_up(number: float) -> int:
    """SQ 19, for halves and quarters that floats hold exactly."""
    whole = int(number)
    return whole + 1 if number - whole >= 0.5 else whole


def degree(target: int, result: int) -> str:
    """S-QUAL-3 with the bounds of SQ 5."""
    top = target if target < 99 else 99
    if result == top:
        return "perfect"
    if 4 * result <= target:
        return "marginal"
    return "critical" if 10 * (top - result) <= target else "normal"


def vest(first: int, capacity: int, hits: list[int]) -> list[tuple[int, int, int, bool]]:
    """S-ARM-2 to 5: after each hit what went through, AC, AT, and whether the piece is destroyed."""
    at, ac, gone, told = first, capacity, False, []
    for points in hits:
        if ac > 0:
            kept = at if points > at else points
            ac -= kept
            through = points - kept
            if ac < at:
                at = ac if ac > 0 else 0
        else:
            through, at = points, 0
            ac -= points
        gone = ac <= 0 and 2 * ac <= -first
        told.append((through, ac, at, gone))
    return told


def losses(points: int, threshold: int, stun: bool, stamina: int, vitality: int) -> tuple[int, int, int]:
    """S-DMG-4 and 5, a point at a time: off stamina, vitality, trauma."""
    lost = [0, 0, 0]
    for point in range(points):
        place = 0 if point < threshold else (1 if stun else 2)
        if place == 0 and lost[0] == stamina:
            place = 1
        if place == 1 and lost[1] == vitality:
            place = 2
        lost[place] += 1
    return lost[0], lost[1], lost[2]
