"""Who calls: a bearer token, API key or JWT, becomes a principal (rule P2)."""

import hashlib
from collections import OrderedDict
from datetime import datetime, timedelta

from graphmem.api.json_web_tokens import TokenVerifier
from graphmem.api.options import AuthOptions
from graphmem.domain.principal import Principal, Role
from graphmem.errors import Unauthenticated
from graphmem.pipelines.access import DEFAULT_TENANT, principal_of_key
from graphmem.pipelines.services import Services

KEPT_FOR = timedelta(minutes=5)
KEPT_AT_MOST = 10_000
_HINT = "Send `Authorization: Bearer` with an API key or a JWT of this service."


class Principals:
    """Authenticates callers; keeps the principals of API keys for five minutes, so that reads of known callers hold
    when the database is away (rule Q8).

    A revoked key may therefore live five minutes longer in other processes; in this one it ends at once (`forget`).
    """

    def __init__(self, services: Services, options: AuthOptions) -> None:
        self._services = services
        self._everybody = (
            Principal(subject="anybody", tenant=DEFAULT_TENANT, role=Role.ADMIN) if options.no_auth else None
        )
        self._verifier = TokenVerifier.of(options)
        self._known: OrderedDict[str, tuple[Principal, datetime]] = OrderedDict()

    async def of_header(self, authorization: str | None) -> Principal:
        """The principal of an Authorization header; Unauthenticated without a valid token."""
        if self._everybody is not None:
            return self._everybody
        scheme, _, token = (authorization or "").partition(" ")
        token = token.strip()
        if scheme.lower() != "bearer" or not token:
            raise Unauthenticated(f"This needs a key. {_HINT}")
        if token.count(".") == 2:  # noqa: PLR2004 - a JWT has three parts
            if self._verifier is None:
                raise Unauthenticated(f"JWTs are not accepted here: no secret or public key is set. {_HINT}")
            return self._verifier.principal(token)
        return await self._of_key(token)

    def forget(self) -> None:
        """Look every key up again; to be called when one was revoked."""
        self._known.clear()

    async def _of_key(self, secret: str) -> Principal:
        digest = hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
        now = self._services.clock.now()
        known = self._known.get(digest)
        if known is not None and now < known[1]:
            return known[0]
        principal = await principal_of_key(self._services, secret)
        if principal is None:
            raise Unauthenticated(f"This key is unknown or was revoked. {_HINT}")
        self._known[digest] = (principal, now + KEPT_FOR)
        self._known.move_to_end(digest)
        while len(self._known) > KEPT_AT_MOST:
            self._known.popitem(last=False)
        return principal
