"""Instants and how they are compared: all aware, all in UTC."""

from datetime import UTC, datetime

END_OF_TIME = datetime(9999, 12, 31, tzinfo=UTC)
"""After every instant; "as it is now" reads up to here, since a clock that went back must hide nothing."""
