"""The rules of Hybrid, one room per section of the players guide."""
