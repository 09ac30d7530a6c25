"""Measuring graphmem on sets of data in a folder (`graphmem eval`): each set a module, each result a row of a table."""
