"""Logs: JSON lines with ids and counts, never the text of people."""

import logging
import sys

import structlog


def configure_logs(level: str) -> None:
    """Send structlog's events, and the warnings of libraries, to standard error as JSON lines."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Libraries may log the statements and parameters they send: only what they call an error is let through, and the
    # driver, which quotes parameters there, not at all.
    logging.basicConfig(level=logging.ERROR, format='{"level": "%(levelname)s", "logger": "%(name)s"}', force=True)
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
