"""The body: what lies on a combatant: conditions, energy, senses, hands."""
