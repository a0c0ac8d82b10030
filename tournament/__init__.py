"""Tournaments: who plays whom, what happened at each table, and what follows from it."""
