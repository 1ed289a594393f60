"""The engine: a step in the making, what each event makes of the state, dice, declarations, turn order."""
