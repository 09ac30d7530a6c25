"""`python -m graphmem` is the command line."""

from graphmem.cli import app

app()
