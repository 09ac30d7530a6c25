// For each of some versions, every version of its lineage, oldest first, in the state of an instant.
// params: owner, ids, types, as_of
// returns: rows of memory, state
MATCH (known:Memory) WHERE known.id IN $ids AND known.owner_key = $owner AND known.recorded_at <= $as_of
  AND known.type IN $types
WITH DISTINCT known.lineage_id AS lineage_id
MATCH (m:Memory {owner_key: $owner, lineage_id: lineage_id}) WHERE m.recorded_at <= $as_of AND m.type IN $types
MATCH (m)<-[:OF]-(e:Event) WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IS NOT NULL
WITH m, e ORDER BY m.lineage_id, m.version
RETURN collect({
  state: e {
    .status, .confidence, .importance, .weight, .mention_count, .mention_sessions, .mentioned_at, .last_session_id,
    .confirmed, .denial_count, .verdict, .pinned, .reason,
    at: e.at.epochSeconds * 1000000 + e.at.microsecond
  },
  memory: m {
    .id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
    .source, .reason, .search_phrases, .session_id, .agent_id, .external_id, .flags, .current, .status, .confidence,
    .importance, .weight, .mention_count, .mention_sessions, .mentioned_at, .last_session_id, .confirmed, .denial_count,
    .verdict, .pinned, .status_reason, .access_count, .hit_count, .fruitless_count, .last_accessed_at, .last_hit_at,
    recorded_at: m.recorded_at.epochSeconds * 1000000 + m.recorded_at.microsecond,
    occurred_at: m.occurred_at.epochSeconds * 1000000 + m.occurred_at.microsecond,
    updated_at: m.updated_at.epochSeconds * 1000000 + m.updated_at.microsecond,
    retired_at: m.retired_at.epochSeconds * 1000000 + m.retired_at.microsecond,
    valid_from: m.valid_from.epochSeconds * 1000000 + m.valid_from.microsecond,
    valid_to: m.valid_to.epochSeconds * 1000000 + m.valid_to.microsecond
  }
}) AS rows
