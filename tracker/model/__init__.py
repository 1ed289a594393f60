"""The fight as plain values: state, combatants, events, commands, questions, orders. No rule and no disk."""
