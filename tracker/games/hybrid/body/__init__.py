"""The body of a fighter: conditions, energy, perception, weapons in hand."""
