"""Every error graphmem raises on purpose: what happened, with which value, and what to do.

    GraphmemError
    ├── UserError                   the caller can mend it; shown as data in GraphQL results
    │   ├── NotFound                missing, foreign or deleted: the words are the same
    │   ├── InvalidInput            a value out of its bounds or of the wrong form
    │   ├── Conflict                clashes with what is stored: reused key, changed since it was read
    │   ├── LimitExceeded           asks for more than a limit allows
    │   └── IllegalTransition       a status change that the status map does not have
    ├── AccessError
    │   ├── Unauthenticated         no valid key or token
    │   └── Forbidden               the caller's role does not include the operation
    ├── Unavailable                 try again: nothing was written that was not acknowledged
    │   ├── DatabaseUnavailable     Neo4j is gone, starting or too slow
    │   ├── Busy                    every connection is taken
    │   ├── EmbeddingFailed         the embedding model failed or took too long
    │   └── RerankingFailed         the reranker failed or took too long
    └── StartupError                the service can't run like this; the message names the remedy
        ├── InvalidSettings
        ├── JavaMissing             PortTaken, FolderLocked, FolderNotWritable, DiskFull, DamagedJar,
        │   …                       DownloadFailed, ServerDied: the local Neo4j
        ├── ServerTooOld            SchemaTooNew, MigrationChanged, EmbeddingSpaceMismatch: the database
        └── …

Each class carries a stable `code`; `docs/errors.md` lists them all.
"""

import re
from typing import ClassVar, Final

_PART: Final = re.compile(r"[^.\[\]]+")


class GraphmemError(Exception):
    """Root of the tree; `str(error)` is safe to show: it never holds the text of a person."""

    code: ClassVar[str] = "INTERNAL"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UserError(GraphmemError):
    """Something the caller can mend."""

    code = "USER_ERROR"

    def __init__(self, message: str, *, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.path = tuple(part for name in path for part in _PART.findall(name))
        """Where in the input the fault lies, outermost name first; `items[3].content` gives items, 3, content."""


class NotFound(UserError):
    """The thing does not exist for this caller."""

    code = "NOT_FOUND"

    def __init__(self, what: str, message: str | None = None) -> None:
        super().__init__(
            message or f"No {what} with this id is known for this user. Check the id and the user it belongs to."
        )


class InvalidInput(UserError):
    """A value is out of its bounds or of the wrong form."""

    code = "INVALID_INPUT"


class Conflict(UserError):
    """The request clashes with what is stored."""

    code = "CONFLICT"


class LimitExceeded(UserError):
    """The request asks for more than a limit allows."""

    code = "LIMIT_EXCEEDED"


class IllegalTransition(UserError):
    """The status map has no such transition (rule S1)."""

    code = "ILLEGAL_TRANSITION"


class AccessError(GraphmemError):
    """The caller may not do this."""

    code = "ACCESS"


class Unauthenticated(AccessError):
    """No valid key or token came with the request."""

    code = "UNAUTHENTICATED"


class Forbidden(AccessError):
    """The caller's role does not include the operation (rule P2)."""

    code = "FORBIDDEN"


class Unavailable(GraphmemError):
    """A part is away for now; the same call may go through later."""

    code = "UNAVAILABLE"
    retryable = True


class DatabaseUnavailable(Unavailable):
    """Neo4j is gone, starting or too slow."""

    code = "DATABASE_UNAVAILABLE"


class Busy(Unavailable):
    """Every connection is taken."""

    code = "BUSY"


class EmbeddingFailed(Unavailable):
    """The embedding model failed or took too long."""

    code = "EMBEDDING_FAILED"


class RerankingFailed(Unavailable):
    """The reranker failed or took too long; a recall goes on without it."""

    code = "RERANKING_FAILED"


class StartupError(GraphmemError):
    """The service can't run like this."""

    code = "STARTUP"


class InvalidSettings(StartupError):
    """A setting is missing or wrong."""

    code = "INVALID_SETTINGS"


class JavaMissing(StartupError):
    """No Java runtime of version 21 or newer was found."""

    code = "JAVA_MISSING"


class PortTaken(StartupError):
    """Another program listens on the port."""

    code = "PORT_TAKEN"


class FolderLocked(StartupError):
    """Another process holds the data folder and its server can't be joined."""

    code = "FOLDER_LOCKED"


class FolderNotWritable(StartupError):
    """The folder can't be written."""

    code = "FOLDER_NOT_WRITABLE"


class DiskFull(StartupError):
    """No space is left for what has to be written."""

    code = "DISK_FULL"


class DamagedJar(StartupError):
    """A downloaded jar does not have the checksum of the lock."""

    code = "DAMAGED_JAR"


class DownloadFailed(StartupError):
    """A jar could not be fetched."""

    code = "DOWNLOAD_FAILED"


class ServerDied(StartupError):
    """The local Neo4j ended or did not answer while starting."""

    code = "SERVER_DIED"


class ServerTooOld(StartupError):
    """The Neo4j server is older than the one supported line."""

    code = "SERVER_TOO_OLD"


class SchemaTooNew(StartupError):
    """The database was migrated by a newer graphmem."""

    code = "SCHEMA_TOO_NEW"


class MigrationChanged(StartupError):
    """A migration that was applied no longer has the same text."""

    code = "MIGRATION_CHANGED"


class EmbeddingSpaceMismatch(StartupError):
    """The database holds vectors of another model than the one configured."""

    code = "EMBEDDING_SPACE_MISMATCH"
