"""Rules: the formulas of feats as pure functions of numbers; exact fractions."""
