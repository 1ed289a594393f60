"""Features every game has: groups, free events, presence, sides, corrections by the game master."""
