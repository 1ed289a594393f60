"""Share: what the players see as a page for phones and tablets, in a process of its own that only reads the fight."""
