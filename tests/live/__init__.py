"""Stories about streams: they run in an event loop of their own."""

from functools import wraps

from asgiref.sync import async_to_sync


def in_a_loop(story):
    """Run an asynchronous story as a plain test."""

    @wraps(story)
    def run():
        async_to_sync(story)()

    return run
