// Versions of an owner in their state of an instant, newest first, after a given one; read from the index as in `page`.
// params: owner, statuses, types, attribute, heads_only, as_of, before_at, before_id, limit
// returns: rows of memory, state
MATCH (m:Memory {owner_key: $owner})
WHERE m.recorded_at <= $before_at AND m.recorded_at <= $as_of AND m.id IS NOT NULL
  AND CASE m.recorded_at WHEN $before_at THEN m.id < $before_id ELSE true END
  AND ($types IS NULL OR m.type IN $types) AND ($attribute IS NULL OR m.attribute = $attribute)
  AND (NOT $heads_only OR m.retired_at IS NULL OR m.retired_at > $as_of)
MATCH (m)<-[:OF]-(e:Event)
WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IN $statuses
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
