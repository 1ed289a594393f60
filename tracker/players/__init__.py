"""The player view: what players may see of a fight, and the log as they see it."""
