"""The party's file: its members, and how they stand in an encounter."""
