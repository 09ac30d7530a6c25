"""Who gets in: keys, tokens and nobody else."""

from datetime import UTC, datetime, timedelta

import httpx2
import jwt
import pytest

from graphmem.api.app import create_app
from graphmem.api.options import ApiOptions, AuthOptions
from graphmem.clock import SettableClock
from graphmem.domain.principal import Principal, Role
from graphmem.pipelines.access import NewKeyRequest, create_api_key, revoke_api_key
from graphmem.pipelines.services import Services
from tests.api.calling import Caller

SECRET = "a secret of at least thirty-two bytes"
VIEWER = "{ viewer { subject tenant role agentId } }"


@pytest.fixture
def options() -> ApiOptions:
    return ApiOptions(allowed_hosts=("localhost",), auth=AuthOptions(jwt_secret=SECRET))


def token(**changes: object) -> str:
    """A JWT for Ada; `changes` are claims."""
    claims = {"sub": "ada", "tenant": "acme", "role": "user", "exp": datetime.now(UTC) + timedelta(minutes=5)}
    return jwt.encode(claims | changes, SECRET, "HS256")


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Basic YTpi",
        "gm_x",
        "Bearer gm_unknown",
        "Bearer a.b.c",
        "Bearer \xe9",
        "Bearer gm x",
    ],
)
async def test_without_a_valid_token_nothing_is_answered(http: httpx2.AsyncClient, authorization: str | None) -> None:
    headers = {} if authorization is None else {b"Authorization": authorization.encode("latin-1")}
    response = await http.post("/graphql", json={"query": VIEWER}, headers=headers)
    body = response.json()
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert [e["extensions"]["code"] for e in body["errors"]] == ["UNAUTHENTICATED"]
    assert "data" not in body


async def test_introspection_needs_a_token_too(http: httpx2.AsyncClient) -> None:
    assert (await Caller(http).ask("{ __schema { queryType { name } } }")).status == 401


async def test_a_jwt_is_taken(http: httpx2.AsyncClient) -> None:
    viewer = (await Caller(http, token(agent_id="bot-1")).ask(VIEWER)).data["viewer"]
    assert viewer == {"subject": "ada", "tenant": "acme", "role": "USER", "agentId": "bot-1"}


async def test_the_agent_of_a_token_can_not_be_changed_by_an_input(http: httpx2.AsyncClient) -> None:
    caller = Caller(http, token(role="agent", agent_id="bot-1", tenant="pinned"))
    await caller.remember("ada", "User likes tea.", agentId="bot-2")
    text = '{ user(id: "ada") { memories { nodes { agentId } } } }'
    assert (await caller.ask(text)).data["user"]["memories"]["nodes"] == [{"agentId": "bot-1"}]


@pytest.mark.parametrize(
    "bad",
    [
        token(exp=datetime.now(UTC) - timedelta(minutes=5)),
        token(role="root"),
        jwt.encode({"sub": "ada"}, SECRET + "!", "HS256"),
        jwt.encode({"sub": "ada", "tenant": "acme", "role": "admin", "exp": 4_000_000_000}, "", "none"),
    ],
    ids=["expired", "unknown role", "wrong signature", "alg none"],
)
async def test_a_bad_jwt_is_refused(http: httpx2.AsyncClient, bad: str) -> None:
    reply = await Caller(http, bad).ask(VIEWER)
    assert (reply.status, reply.codes) == (401, ["UNAUTHENTICATED"])


async def test_a_jwt_is_refused_where_none_is_set_up(services: Services) -> None:
    app = create_app(services, ApiOptions(allowed_hosts=("localhost",)))
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost") as client:
        assert (await Caller(client, token()).ask(VIEWER)).status == 401


async def test_without_authentication_everybody_is_admin_of_default(services: Services) -> None:
    app = create_app(services, ApiOptions(allowed_hosts=("localhost",), auth=AuthOptions(no_auth=True)))
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost") as client:
        viewer = (await Caller(client).ask(VIEWER)).data["viewer"]
    assert (viewer["tenant"], viewer["role"]) == ("default", "ADMIN")


async def test_a_key_revoked_elsewhere_lives_five_minutes_longer_at_most(
    http: httpx2.AsyncClient, services: Services, tenant: str, clock: SettableClock
) -> None:
    maker = Principal(subject="maker", tenant=tenant, role=Role.ADMIN)
    key_id, secret = await create_api_key(services, maker, NewKeyRequest(role=Role.AGENT, subject="a", name="b"))
    caller = Caller(http, secret)
    assert (await caller.ask(VIEWER)).status == 200
    await revoke_api_key(services, maker, key_id)
    clock.advance(timedelta(minutes=4, seconds=59))
    assert (await caller.ask(VIEWER)).status == 200
    clock.advance(timedelta(seconds=1))
    assert (await caller.ask(VIEWER)).status == 401
