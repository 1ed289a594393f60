"""Templates: an encounter of a pack to fill in."""

from __future__ import annotations

from tracker.games.packs.models import Pack


def encounter_text(pack: Pack) -> str:
    """Return an encounter with comments: two sides, from the library where it has creatures."""
    lines = [
        f"# An encounter of {pack.name} to fill in. Lines that begin with # are comments.",
        "# `tracker check FILE` shows every mistake with its place, `tracker play FILE` plays it.",
        "format = 1",
        'title = "A new fight"',
        f'system = "{pack.name}"',
        "",
        "[[combatant]]",
        'name = "Ann"',
        'side = "heroes"',
        '# player = "Ada"                  # her dice are typed in; without a player the program rolls',
    ]
    for name, figure in pack.figures.items():
        if figure.low < figure.high:
            lines.append(f"# {name} = {figure.default}  # {figure.label or name}, {figure.low} to {figure.high}")
    weapons = [f'{{ name = "{weapon["name"]}" }}' for weapon in pack.library.weapon[:1]]
    lines += [f"weapon = [{weapons[0]}]"] if weapons else []
    foe = pack.library.creature[0]["name"] if pack.library.creature else ""
    lines += ["", "[[combatant]]", f'from = "{foe}"' if foe else 'name = "Bandit"', 'side = "foes"', "number = 2"]
    lines.append('orders = "attack"                 # the program attacks for it')
    return "\n".join(lines) + "\n"
