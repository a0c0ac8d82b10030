"""The Django project: settings, addresses and the ASGI entry. No domain code."""
