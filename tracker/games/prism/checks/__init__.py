"""Checks of Prism as pure functions of numbers: target numbers, contests, quality, harm, energy, the chain."""
