// Entities with their own names and doubts, up to an instant.
// params: owner, tenant, ids, types, as_of
// returns: rows of id, kind, name, is_personal, is_withheld, created_at, aliases, maybe
MATCH (e:Entity) WHERE e.id IN $ids AND e.owner_key IN [$owner, $tenant] AND e.created_at <= $as_of
RETURN collect({
  id: e.id, kind: e.kind, name: e.name, is_personal: e.owner_key <> $tenant,
  is_withheld: e.origin = 'conversation' AND NOT EXISTS {
    MATCH (m:Memory)-[:MENTIONS]->(e) WHERE m.owner_key = $owner AND m.type IN $types AND NOT 'sensitive' IN m.flags
  },
  created_at: e.created_at.epochSeconds * 1000000 + e.created_at.microsecond,
  aliases: COLLECT {
    MATCH (a:Alias)-[:NAMES]->(e)
    WHERE a.owner_key IN [$owner, $tenant] AND a.since <= $as_of
    WITH a ORDER BY a.since, a.id
    RETURN a {
      .name, since: a.since.epochSeconds * 1000000 + a.since.microsecond,
      is_withheld: a.origin = 'conversation' AND NOT EXISTS {
        MATCH (m:Memory)-[s:MENTIONS]->(e)
        WHERE m.owner_key = $owner AND s.key = a.key AND m.type IN $types AND NOT 'sensitive' IN m.flags
      }
    }
  },
  maybe: COLLECT {
    MATCH (e)-[r:MAYBE_SAME_AS]-(other:Entity)
    WHERE other.owner_key IN [$owner, $tenant] AND r.at <= $as_of
    RETURN other.id ORDER BY r.at, other.id
  }
}) AS rows
