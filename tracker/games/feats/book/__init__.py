"""Book: the printed and † figures of feats, as TOML beside their rule ids, read once into frozen models."""
