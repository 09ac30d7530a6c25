// Live versions of an owner that wait for somebody to look at them, newest first, after a given one: attempts to
// instruct, versions whose document changed, and what was denied; none that has a verdict.
// params: owner, types, before_at, before_id, limit
// returns: rows of memory
MATCH (m:Memory {owner_key: $owner})
WHERE m.recorded_at <= $before_at AND m.id IS NOT NULL AND m.type IN $types
  AND CASE m.recorded_at WHEN $before_at THEN m.id < $before_id ELSE true END
  AND m.current AND m.verdict IS NULL AND m.status IN ['active', 'observed', 'needs_review', 'inactive']
  AND ('suspected_injection' IN m.flags OR m.status = 'needs_review' OR m.denial_count > 0)
WITH m ORDER BY m.owner_key DESC, m.recorded_at DESC, m.id DESC LIMIT $limit
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
