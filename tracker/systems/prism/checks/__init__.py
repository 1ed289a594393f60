"""Checks: target numbers, contests, quality, harm, energy and the chain, as plain numbers without a fight."""
