"""A GraphQL client of a few lines, as an application would write it."""

from dataclasses import dataclass
from typing import Any

import httpx2

from graphmem.errors import DatabaseUnavailable, GraphmemError, Unauthenticated


class StoryFailed(GraphmemError):
    """The service answered the story with an error."""

    code = "STORY_FAILED"


@dataclass(frozen=True, slots=True)
class Client:
    """Asks one service with one key."""

    http: httpx2.AsyncClient
    url: str
    key: str | None

    async def ask(self, document: str, **variables: Any) -> dict[str, Any]:
        """Send an operation and return its first field; StoryFailed where the service refuses it."""
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        try:
            answer = await self.http.post(
                f"{self.url}/graphql", json={"query": document, "variables": variables}, headers=headers
            )
        except httpx2.HTTPError as error:
            raise DatabaseUnavailable(f"{self.url} does not answer. Start it with `graphmem serve`.") from error
        body = answer.json()
        if body.get("errors"):
            first = body["errors"][0]
            if first.get("extensions", {}).get("code") == Unauthenticated.code:
                raise Unauthenticated(f"{self.url} does not know the key. Set GRAPHMEM_API_KEY to one that it does.")
            raise StoryFailed(f"{self.url} refused the operation: {first['message']}")
        field: dict[str, Any] = next(iter(body["data"].values()))
        if "code" in field and "message" in field:
            raise StoryFailed(f"{self.url} answered {field['code']}: {field['message']}")
        return field
