"""The table's file: the links of players, kept beside the fights."""
