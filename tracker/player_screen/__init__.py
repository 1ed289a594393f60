"""Players: what is shown to the players, fed by what they may know (`encounter.audience`, `encounter.tale`) only."""
