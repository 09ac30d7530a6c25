"""The one table from the driver's errors to ours."""

import pytest
from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    ConnectionAcquisitionTimeoutError,
    ConstraintError,
    CypherSyntaxError,
    DatabaseError,
    DriverError,
    IncompleteCommit,
    Neo4jError,
    ResultConsumedError,
    ServiceUnavailable,
    SessionExpired,
    TransientError,
)

from graphmem.errors import Busy, Conflict, DatabaseUnavailable, GraphmemError, InvalidSettings
from graphmem.store.errors import translate

TABLE: list[tuple[type[DriverError | Neo4jError], type[GraphmemError] | None]] = [
    (ConnectionAcquisitionTimeoutError, Busy),
    (AuthError, InvalidSettings),
    (ConfigurationError, InvalidSettings),
    (ServiceUnavailable, DatabaseUnavailable),
    (IncompleteCommit, DatabaseUnavailable),
    (SessionExpired, DatabaseUnavailable),
    (ConstraintError, Conflict),
    (TransientError, DatabaseUnavailable),
    (CypherSyntaxError, None),
    (ClientError, None),
    (DatabaseError, None),
    (ResultConsumedError, None),
]


@pytest.mark.parametrize(("foreign", "ours"), TABLE)
def test_a_drivers_error_becomes_ours_or_is_seen_as_it_is(
    foreign: type[DriverError | Neo4jError], ours: type[GraphmemError] | None
) -> None:
    translated = translate(foreign("secret detail"))
    assert type(translated) is (ours or type(None))


CODES: list[tuple[str, type[GraphmemError] | None]] = [
    ("Neo.ClientError.Security.Unauthorized", InvalidSettings),
    ("Neo.ClientError.Security.AuthenticationRateLimit", DatabaseUnavailable),
    ("Neo.ClientError.Database.DatabaseNotFound", InvalidSettings),
    ("Neo.ClientError.Schema.ConstraintValidationFailed", Conflict),
    ("Neo.ClientError.Transaction.TransactionTimedOut", DatabaseUnavailable),
    ("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration", DatabaseUnavailable),
    ("Neo.ClientError.Transaction.TransactionTerminated", DatabaseUnavailable),
    ("Neo.DatabaseError.General.DatabaseUnavailable", DatabaseUnavailable),
    ("Neo.TransientError.Transaction.DeadlockDetected", DatabaseUnavailable),
    ("Neo.TransientError.General.DatabaseUnavailable", DatabaseUnavailable),
    ("Neo.ClientError.Statement.ParameterMissing", None),
    ("Neo.DatabaseError.General.UnknownError", None),
]


@pytest.mark.parametrize(("code", "ours"), CODES)
def test_a_servers_code_becomes_ours_or_is_seen_as_it_is(code: str, ours: type[GraphmemError] | None) -> None:
    error = Neo4jError._hydrate_neo4j(code=code, message="text of a person")  # pyright: ignore  no public way
    translated = translate(error)
    assert type(translated) is (ours or type(None))
    assert translated is None or "text of a person" not in str(translated)


@pytest.mark.parametrize(("foreign", "ours"), [row for row in TABLE if row[1] is not None])
def test_what_may_pass_is_marked_to_be_tried_again(
    foreign: type[DriverError | Neo4jError], ours: type[GraphmemError]
) -> None:
    translated = translate(foreign("x"))
    assert translated is not None
    assert translated.retryable is (ours in {Busy, DatabaseUnavailable})
