"""The judge for other programs: one hand in, its value and the reasons out."""
