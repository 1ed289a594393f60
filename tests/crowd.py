"""A crowd: heroes against a group of goblins, as the text of an encounter."""

from __future__ import annotations


def crowd(*heroes: str, number: int = 12) -> str:
    """Each hero as the lines of its table, usually Brann alone, and so many goblins of one group."""
    tables = [f'[[combatant]]\n{hero}\nside = "heroes"\n' for hero in heroes or ('name = "Brann"',)]
    head = 'system = "hybrid"\ntitle = "A crowd"\n[house_rules]\nmust_close = false\n'
    goblins = f'[[combatant]]\nfrom = "goblin"\nnumber = {number}\ngroup = "goblins"\nside = "raiders"\n'
    return f"\n{head}{''.join(tables)}{goblins}"
