// As `page`, in the state of an instant.
// params: owner, types, as_of, before_at, before_id, limit
// returns: rows of memory, state
MATCH (m:Memory {owner_key: $owner})
WHERE m.recorded_at <= $before_at AND m.recorded_at <= $as_of AND m.id IS NOT NULL
  AND m.type IN $types
  AND CASE m.recorded_at WHEN $before_at THEN m.id < $before_id ELSE true END
  AND (m.retired_at IS NULL OR m.retired_at > $as_of)
MATCH (m)<-[:OF]-(e:Event)
WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of)
  AND e.verdict IS NULL AND e.status IN ['active', 'observed', 'needs_review', 'inactive']
  AND ('suspected_injection' IN m.flags OR e.status = 'needs_review' OR e.denial_count > 0)
WITH m, e ORDER BY m.owner_key DESC, m.recorded_at DESC, m.id DESC LIMIT $limit
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
