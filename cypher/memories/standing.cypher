// What a context holds whatever is asked: profile, plans that are not over, and outcomes, the newest first.
// params: owner, now, limit
// returns: rows of memory
UNWIND ['profile', 'plan', 'outcome'] AS type
CALL (type) {
  MATCH (m:Memory {owner_key: $owner, type: type})
  WHERE m.recallable AND m.recorded_at IS NOT NULL AND (m.valid_to IS NULL OR m.valid_to > $now)
  RETURN m ORDER BY m.recorded_at DESC LIMIT $limit
}
RETURN collect({
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
