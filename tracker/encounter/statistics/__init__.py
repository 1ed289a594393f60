"""Statistics: counted results of a fight, who won, and how each number came about."""
