"""What the application is told at its making; nothing here is read from the environment."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthOptions:
    """How callers prove who they are; API keys are always accepted."""

    no_auth: bool = False
    """Every caller is admin of the tenant `default`; whoever switches it on answers for listening on loopback only."""
    jwt_secret: str | None = None
    """Shared secret of HS256, 32 bytes or more; excludes a public key."""
    jwt_public_key: str | None = None
    """Public key in PEM, RSA (RS256) or elliptic (ES256); excludes a secret."""
    jwt_issuer: str | None = None
    jwt_audience: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one request may ask for (rule P3)."""

    tokens: int = 2_000
    """Lexical tokens of a document."""
    depth: int = 12
    aliases: int = 30
    root_mutations: int = 10
    nodes: int = 5_000
    """Objects in lists: refused where the arguments say more, stopped where the data turns out to be more."""
    body_bytes: int = 1_048_576
    seconds: float = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiOptions:
    """Everything about the service that is not a part of it."""

    auth: AuthOptions = field(default_factory=AuthOptions)
    limits: Limits = field(default_factory=Limits)
    allowed_hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """Host names, without port, that a request may name; guards against DNS rebinding. `*` lets all through."""
    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call from a browser; none by default."""
    is_ready: Callable[[], bool] = lambda: True
    """Whether start-up is over; `/readyz` asks the database and its indexes beside it."""
