"""The operations of the story."""

OBSERVE = """
mutation Observe($input: ObserveInput!) {
  observe(input: $input) {
    ... on ObservePayload {
      sessionId
      decisions {
        action rule reason
        memory { id lineageId version content status }
        related { content }
      }
    }
    ... on UserError { code message }
  }
}
"""

RECALL = """
query Recall($user: ID!, $query: String!, $limit: Int!) {
  user(id: $user) {
    recall(input: { query: $query, limit: $limit }) {
      hits {
        score { total cosine coverage importance }
        memory { content status conflicts { content status } exceptions { content } }
      }
    }
  }
}
"""

LINEAGE = """
query Lineage($user: ID!, $memory: ID!) {
  user(id: $user) {
    lineage(memoryId: $memory) {
      versions {
        version content status recordedAt source
        sources { fragment }
      }
      relations { kind rule reason from { version } to { version } }
    }
  }
}
"""

MEMORIES = """
query Memories($user: ID!, $asOf: DateTime) {
  user(id: $user, asOf: $asOf) {
    memories(first: 20) { nodes { id content status type } }
  }
}
"""

ROLLBACK = """
mutation Rollback($input: RollbackMemoryInput!) {
  rollbackMemory(input: $input) {
    ... on RollbackMemoryPayload { memory { id version content status } }
    ... on UserError { code message }
  }
}
"""
