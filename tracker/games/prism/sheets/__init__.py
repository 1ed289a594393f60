"""Sheets of Prism: the models of a combatant's entry, and the sheet that the rules use."""
