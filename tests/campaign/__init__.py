"""The campaign: whatever can happen to a fight is done to it, part by part, and what held is counted."""
