"""Feats: physical feats on a clock of seconds: running, climbing, swimming, breath, lifting, throwing and the slam."""
