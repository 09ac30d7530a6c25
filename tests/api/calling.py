"""Asking the API as a client does: over HTTP, with a key."""

from dataclasses import dataclass, field
from typing import Any

import httpx2

GRAPHQL = "application/graphql-response+json"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    response: httpx2.Response

    @property
    def status(self) -> int:
        return self.response.status_code

    @property
    def body(self) -> dict[str, Any]:
        return self.response.json()

    @property
    def data(self) -> Any:
        """The data; a failing test shows the errors instead."""
        assert "errors" not in self.body, self.body["errors"]
        return self.body["data"]

    @property
    def codes(self) -> list[str]:
        return [error["extensions"]["code"] for error in self.body.get("errors", [])]


@dataclass(frozen=True, slots=True)
class Caller:
    """A client with its credentials."""

    http: httpx2.AsyncClient
    token: str | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])

    async def ask(self, query: str, **variables: Any) -> Reply:
        """Run an operation."""
        return await self.post({"query": query, "variables": variables})

    async def post(self, body: Any, **headers: str) -> Reply:
        """Send any JSON."""
        return Reply(await self.http.post("/graphql", json=body, headers=self._headers(headers)))

    async def send(self, content: bytes, **headers: str) -> Reply:
        """Send any bytes."""
        merged = {"Content-Type": "application/json"} | self._headers(headers)
        return Reply(await self.http.post("/graphql", content=content, headers=merged))

    async def remember(self, user_id: str, content: str, **more: Any) -> dict[str, Any]:
        """Remember a statement and return its memory."""
        reply = await self.ask(REMEMBER, input={"userId": user_id, "content": content} | more)
        result = reply.data["remember"]
        assert result["__typename"] == "RememberPayload", result
        return result["memory"]

    async def add(self, user_id: str, *contents: str, **more: Any) -> list[dict[str, Any]]:
        """Import statements verbatim and return their memories."""
        items = [{"content": content} | more for content in contents]
        reply = await self.ask(IMPORT, input={"userId": user_id, "items": items})
        result = reply.data["importMemories"]
        assert result["__typename"] == "ImportMemoriesPayload", result
        return [decision["memory"] for decision in result["decisions"]]

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        token = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return {"Accept": GRAPHQL} | token | self.headers | named


REMEMBER = """
mutation Remember($input: RememberInput!) {
  remember(input: $input) {
    __typename
    ... on RememberPayload { memory { id content status version lineageId } decisions { action rule } isReplay }
    ... on UserError { code message path }
  }
}
"""
RECORD_OUTCOME = """
mutation Record($input: RecordOutcomeInput!) {
  recordOutcome(input: $input) {
    __typename
    ... on RecordOutcomePayload {
      outcome {
        kind key memory { content version } current { number status } history { number status fields { name value } }
      }
      decisions { action rule reason } isReplay
    }
    ... on UserError { code message path }
  }
}
"""
IMPORT = """
mutation Import($input: ImportMemoriesInput!) {
  importMemories(input: $input) {
    __typename
    ... on ImportMemoriesPayload {
      decisions { action rule externalId memory { id content status version lineageId } } isReplay
    }
    ... on UserError { code message path }
  }
}
"""
CORRECT = """
mutation Correct($input: CorrectMemoryInput!) {
  correctMemory(input: $input) {
    __typename
    ... on CorrectMemoryPayload { memory { id content status version lineageId source } decisions { action rule } }
    ... on UserError { code message path }
  }
}
"""
ROLLBACK = """
mutation Rollback($input: RollbackMemoryInput!) {
  rollbackMemory(input: $input) {
    __typename
    ... on RollbackMemoryPayload { memory { id content status version } decisions { action rule } }
    ... on UserError { code message path }
  }
}
"""
CONFIRM = """
mutation Confirm($input: ConfirmMemoryInput!) {
  confirmMemory(input: $input) {
    __typename
    ... on ConfirmMemoryPayload { memory { id status confidence isConfirmed } decisions { action rule } isReplay }
    ... on UserError { code message path }
  }
}
"""
RESOLVE = """
mutation Resolve($input: ResolveConflictInput!) {
  resolveConflict(input: $input) {
    __typename
    ... on ResolveConflictPayload { memory { id content status } decisions { action rule related { id } } isReplay }
    ... on UserError { code message path }
  }
}
"""
REVIEW = """
mutation Review($input: ReviewMemoryInput!) {
  reviewMemory(input: $input) {
    __typename
    ... on ReviewMemoryPayload { memory { id status verdict } decisions { action rule } isReplay }
    ... on UserError { code message path }
  }
}
"""
SPLIT_MEMORY = """
mutation Split($input: SplitMemoryInput!) {
  splitMemory(input: $input) {
    __typename
    ... on SplitMemoryPayload { memory { id content version } decisions { action memory { content } } isReplay }
    ... on UserError { code message path }
  }
}
"""
FORGET = """
mutation Forget($input: ForgetMemoryInput!) {
  forgetMemory(input: $input) {
    __typename
    ... on ForgetMemoryPayload { lineageId versionCount isReplay }
    ... on UserError { code message path }
  }
}
"""
OBSERVE = """
mutation Observe($input: ObserveInput!) {
  observe(input: $input) {
    __typename
    ... on ObservePayload {
      sessionId isReplay
      decisions { action rule reason status memory { id content } related { id content } fragment { start end } }
    }
    ... on UserError { code message path }
  }
}
"""
START_SESSION = """
mutation Start($input: StartSessionInput!) {
  startSession(input: $input) {
    __typename
    ... on StartSessionPayload { session { sessionId plan workingMemory { goal } } isReplay }
    ... on UserError { code message path }
  }
}
"""
RECALL = """
query Recall($user: ID!, $input: RecallInput!, $asOf: DateTime) {
  user(id: $user, asOf: $asOf) {
    recall(input: $input) {
      hits { memory { id content status } score { total relevance cosine coverage importance recency decay weight } }
      bestRelevance
      warnings { code message }
      dropped { reason memory { content } }
    }
  }
}
"""
MEMORIES = """
query Memories($user: ID!, $filter: MemoryFilter, $first: Int! = 20, $after: String, $asOf: DateTime) {
  user(id: $user, asOf: $asOf) {
    memories(filter: $filter, first: $first, after: $after) {
      nodes { id content status version isHead }
      edges { cursor }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
}
"""
NODE = "query Node($id: ID!) { node(id: $id) { __typename id ... on Memory { content } ... on User { userId } } }"
