#!/usr/bin/env python3
"""Django's command line for Sixteen Hands."""

import os
import select
import sys

READER_GONE = 141
"""What a shell says of a program that a closed pipe ended (128 and the number of SIGPIPE)."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        if not _reader_is_gone():
            raise  # some other line broke, such as the connection to a server
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(READER_GONE)


def _reader_is_gone() -> bool:
    """Whether whoever read our output has closed it, as ``| head`` does: nothing to tell anybody about."""
    look = select.poll()
    look.register(sys.stdout.fileno(), 0)
    return bool(look.poll(0))


if __name__ == "__main__":
    main()
