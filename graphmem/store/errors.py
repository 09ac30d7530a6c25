"""The one table that turns the driver's errors into graphmem's."""

from collections.abc import Callable

from neo4j.exceptions import (
    AuthError,
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from graphmem.errors import Busy, Conflict, DatabaseUnavailable, GraphmemError, InvalidSettings

_RETRY = "Nothing was written that was not acknowledged; try again in a moment."


def translate(error: DriverError | Neo4jError) -> GraphmemError | None:
    """The graphmem error for a driver's error; none where it is a fault of our own, which must be seen as it is."""
    for kinds, make in _TABLE:
        if isinstance(error, kinds):
            return make(error)
    code = (error.code or "") if isinstance(error, Neo4jError) else ""
    if code in _BY_CODE:
        return _BY_CODE[code]()
    if code.startswith(_AWAY):
        return DatabaseUnavailable(f"Neo4j could not finish the statement ({_status(error)}). {_RETRY}")
    return None


_Foreign = DriverError | Neo4jError
_TABLE: tuple[tuple[type[_Foreign] | tuple[type[_Foreign], ...], Callable[[_Foreign], GraphmemError]], ...] = (
    (ConnectionAcquisitionTimeoutError, lambda _: Busy(f"All connections to Neo4j are in use. {_RETRY}")),
    (
        AuthError,
        lambda _: InvalidSettings(
            "Neo4j refused the user name or password. Check GRAPHMEM_NEO4J_USER and GRAPHMEM_NEO4J_PASSWORD."
        ),
    ),
    (
        ConfigurationError,
        lambda _: InvalidSettings("Neo4j's address or encryption can't be used. Check GRAPHMEM_NEO4J_URI."),
    ),
    ((ServiceUnavailable, SessionExpired), lambda _: DatabaseUnavailable(f"Neo4j does not answer. {_RETRY}")),
    (
        ConstraintError,
        lambda _: Conflict("Another writer was first with the same key. Read what it wrote, then decide anew."),
    ),
    (
        TransientError,
        lambda error: DatabaseUnavailable(f"Neo4j could not finish the transaction ({_status(error)}). {_RETRY}"),
    ),
)
_BY_CODE: dict[str, Callable[[], GraphmemError]] = {
    "Neo.ClientError.Security.AuthenticationRateLimit": lambda: DatabaseUnavailable(
        "Neo4j refuses logins for some seconds after several wrong passwords. Check GRAPHMEM_NEO4J_USER and "
        "GRAPHMEM_NEO4J_PASSWORD, wait, and try again."
    ),
    "Neo.ClientError.Database.DatabaseNotFound": lambda: InvalidSettings(
        "Neo4j has no database of this name. Check GRAPHMEM_NEO4J_DATABASE."
    ),
}
_AWAY = (
    "Neo.ClientError.Transaction.TransactionTimedOut",
    "Neo.ClientError.Transaction.TransactionTerminated",
    "Neo.DatabaseError.General.DatabaseUnavailable",
    "Neo.TransientError",
)


def _status(error: _Foreign) -> str:
    return (error.code if isinstance(error, Neo4jError) else None) or error.gql_status
