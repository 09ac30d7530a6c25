"""JWTs: what is accepted, and what never is."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from graphmem.api.json_web_tokens import TokenVerifier
from graphmem.api.options import AuthOptions
from graphmem.domain.principal import Principal, Role
from graphmem.errors import InvalidSettings, Unauthenticated

SECRET = "a secret of at least thirty-two bytes"


def claims(**changes: Any) -> dict[str, Any]:
    """Claims of a valid token; a change to None leaves a claim out."""
    values = {"sub": "ada", "tenant": "acme", "role": "user", "exp": datetime.now(UTC) + timedelta(minutes=5)} | changes
    return {k: v for k, v in values.items() if v is not None}


def verifier(*, issuer: str | None = None, audience: str | None = None) -> TokenVerifier:
    made = TokenVerifier.of(AuthOptions(jwt_secret=SECRET, jwt_issuer=issuer, jwt_audience=audience))
    assert made is not None
    return made


def pair(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> tuple[str, str]:
    """Private and public key in PEM."""
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    return private, public


def test_a_signed_token_makes_a_principal() -> None:
    token = jwt.encode(claims(agent_id="bot-1"), SECRET, "HS256")
    assert verifier().principal(token) == Principal(subject="ada", tenant="acme", role=Role.USER, agent_id="bot-1")


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [(rsa.generate_private_key(65537, 2048), "RS256"), (ec.generate_private_key(ec.SECP256R1()), "ES256")],
    ids=["RS256", "ES256"],
)
def test_a_public_key_verifies_tokens_of_its_kind(key: Any, algorithm: str) -> None:
    private, public = pair(key)
    made = TokenVerifier.of(AuthOptions(jwt_public_key=public))
    assert made is not None
    assert made.principal(jwt.encode(claims(), private, algorithm)).subject == "ada"


@pytest.mark.parametrize("claim", ["sub", "tenant", "role", "exp"])
def test_a_missing_claim_is_named(claim: str) -> None:
    with pytest.raises(Unauthenticated, match=f"`{claim}`"):
        verifier().principal(jwt.encode(claims(**{claim: None}), SECRET, "HS256"))


@pytest.mark.parametrize(
    "changes",
    [
        {"exp": datetime.now(UTC) - timedelta(minutes=1)},
        {"role": "emperor"},
        {"role": ["admin"]},
        {"role": {"admin": True}},
        {"tenant": ""},
        {"tenant": "a\0b"},
        {"tenant": 7},
        {"sub": " ada"},
        {"sub": "x" * 201},
        {"agent_id": 5},
        {"agent_id": ""},
        {"aud": "somebody else"},
        {"nbf": datetime.now(UTC) + timedelta(hours=1)},
    ],
    ids=str,
)
def test_a_token_that_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Unauthenticated):
        verifier().principal(jwt.encode(claims(**changes), SECRET, "HS256"))


def test_another_secret_is_refused() -> None:
    with pytest.raises(Unauthenticated):
        verifier().principal(jwt.encode(claims(), SECRET + "!", "HS256"))


def test_a_token_without_signature_is_refused() -> None:
    def part(value: dict[str, Any]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value, default=str).encode()).decode().rstrip("=")

    body = claims(exp=int((datetime.now(UTC) + timedelta(minutes=5)).timestamp()))
    for algorithm in ("none", "None", "NONE"):
        with pytest.raises(Unauthenticated):
            verifier().principal(f"{part({'alg': algorithm, 'typ': 'JWT'})}.{part(body)}.")


def test_a_public_key_is_never_taken_as_a_shared_secret() -> None:
    _, public = pair(rsa.generate_private_key(65537, 2048))
    made = TokenVerifier.of(AuthOptions(jwt_public_key=public))
    assert made is not None
    header = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    body = base64.urlsafe_b64encode(json.dumps(claims(exp=4_000_000_000)).encode()).decode().rstrip("=")
    signature = jwt.get_algorithm_by_name("HS256").sign(f"{header}.{body}".encode(), public.encode())
    token = f"{header}.{body}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"
    with pytest.raises(Unauthenticated):
        made.principal(token)


def test_issuer_and_audience_are_checked_where_set() -> None:
    made = verifier(issuer="https://login.example", audience="graphmem")
    good = claims(iss="https://login.example", aud="graphmem")
    assert made.principal(jwt.encode(good, SECRET, "HS256")).tenant == "acme"
    for changes in ({"iss": "https://elsewhere.example"}, {"iss": None}, {"aud": "other"}, {"aud": None}):
        bad = {k: v for k, v in (good | changes).items() if v is not None}
        with pytest.raises(Unauthenticated):
            made.principal(jwt.encode(bad, SECRET, "HS256"))


@pytest.mark.parametrize("token", ["..", "a.b.c", "é.é.é", "eyJ.eyJ.x" * 1000])
def test_garbage_is_refused(token: str) -> None:
    with pytest.raises(Unauthenticated):
        verifier().principal(token)


@pytest.mark.parametrize(
    "options",
    [
        {"jwt_secret": "too short"},
        {"jwt_public_key": "not a key"},
        {"jwt_secret": SECRET, "jwt_public_key": "both"},
    ],
    ids=str,
)
def test_settings_that_can_not_work_are_refused_at_start(options: dict[str, str]) -> None:
    with pytest.raises(InvalidSettings):
        TokenVerifier.of(AuthOptions(**options))  # pyright: ignore[reportArgumentType]


def test_without_a_key_there_is_no_verifier() -> None:
    assert TokenVerifier.of(AuthOptions()) is None
