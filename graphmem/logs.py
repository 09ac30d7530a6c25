"""Logs: JSON lines with ids and counts, never the text of people."""

import json
import logging
import sys

import structlog


class _ClassAndPlace(logging.Formatter):
    """What a library calls an error, as a JSON line of its logger, class and place: its words may quote people."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        place = f"{record.module}:{record.lineno}"
        return json.dumps({"level": record.levelname.lower(), "logger": record.name, "at": place, "error": error})


def configure_logs(level: str) -> None:
    """Send structlog's events, and the errors of libraries without their words, to standard error as JSON lines."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_ClassAndPlace())
    logging.basicConfig(level=logging.ERROR, handlers=[handler], force=True)
    # The driver quotes parameters, which are people's memories.
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
