"""Addresses by who uses them: the public, a phone at a table, the organizer's desk, other programs."""
