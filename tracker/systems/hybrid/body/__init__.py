"""The body: what lies on somebody: conditions, energy, senses, hands."""
