"""JWTs: signature, expiry and claims are checked, then `sub`, `tenant` and `role` make a principal."""

from dataclasses import dataclass
from typing import Self

import jwt

from graphmem.api.options import AuthOptions
from graphmem.domain.owner import check_id
from graphmem.domain.principal import Principal, Role
from graphmem.errors import InvalidInput, InvalidSettings, Unauthenticated

SHORTEST_SECRET = 32
LEEWAY_SECONDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenVerifier:
    """Verifies tokens of one issuer by one key; the algorithms follow from the key, never from the token."""

    key: str
    algorithms: tuple[str, ...]
    issuer: str | None = None
    audience: str | None = None

    @classmethod
    def of(cls, options: AuthOptions) -> Self | None:
        """The verifier that the options describe, none where they hold no key; InvalidSettings for a bad one."""
        if options.jwt_secret is not None and options.jwt_public_key is not None:
            raise InvalidSettings("Set either GRAPHMEM_JWT_SECRET or GRAPHMEM_JWT_PUBLIC_KEY, not both.")
        if options.jwt_secret is not None:
            if len(options.jwt_secret.encode()) < SHORTEST_SECRET:
                raise InvalidSettings(
                    f"GRAPHMEM_JWT_SECRET is too short; it must have {SHORTEST_SECRET} bytes or more."
                )
            key, algorithms = options.jwt_secret, ("HS256",)
        elif options.jwt_public_key is not None:
            key, algorithms = options.jwt_public_key, (_algorithm_of(options.jwt_public_key),)
        else:
            return None
        return cls(key=key, algorithms=algorithms, issuer=options.jwt_issuer, audience=options.jwt_audience)

    def principal(self, token: str) -> Principal:
        """Whom a token stands for; Unauthenticated where it is not valid or lacks a claim."""
        try:
            claims = jwt.decode(
                token,
                self.key,
                algorithms=list(self.algorithms),
                issuer=self.issuer,
                audience=self.audience,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "sub", "tenant", "role"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise Unauthenticated("The token has expired. Get a fresh one.") from error
        except jwt.MissingRequiredClaimError as error:
            raise Unauthenticated(
                f"The token lacks the claim `{error.claim}`; it needs exp, sub, tenant, role."
            ) from error
        except jwt.PyJWTError as error:
            raise Unauthenticated(
                "The token is not valid here: signature, algorithm, issuer or audience do not fit."
            ) from error
        return _principal_of(claims.get("sub"), claims.get("tenant"), claims.get("role"), claims.get("agent_id"))


def _principal_of(subject: object, tenant: object, role: object, agent_id: object) -> Principal:
    if not (isinstance(subject, str) and isinstance(tenant, str) and isinstance(agent_id, str | None)):
        raise Unauthenticated("The claims sub, tenant and agent_id of the token must be text.")
    if not isinstance(role, str) or role not in set(Role):
        raise Unauthenticated(f"The claim role of the token must be one of {', '.join(Role)}.")
    try:
        check_id(subject, "sub")
        check_id(tenant, "tenant")
        if agent_id is not None:
            check_id(agent_id, "agent_id")
    except InvalidInput as error:
        raise Unauthenticated(f"A claim of the token can't be used: {error.message}") from error
    return Principal(subject=subject, tenant=tenant, role=Role(role), agent_id=agent_id)


def _algorithm_of(pem: str) -> str:
    """The one algorithm of a public key: RS256 for RSA, ES256 for an elliptic curve."""
    for algorithm in ("RS256", "ES256"):
        try:
            jwt.get_algorithm_by_name(algorithm).prepare_key(pem)
        except (jwt.PyJWTError, ValueError, TypeError):
            continue
        return algorithm
    raise InvalidSettings("The public key of JWTs is neither an RSA nor an elliptic key in PEM. Check the setting.")
