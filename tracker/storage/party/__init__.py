"""The party's file: its members, and their entries in an encounter."""
