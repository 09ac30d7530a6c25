// Versions by id, in the state of an instant; none that came later.
// params: owner, ids, as_of
// returns: memory, state
MATCH (m:Memory) WHERE m.id IN $ids AND m.owner_key = $owner AND m.recorded_at <= $as_of
MATCH (m)<-[:OF]-(e:Event) WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IS NOT NULL
RETURN e {.status, .confidence, .importance, .weight, .mention_count, .pinned, .reason, .at} AS state,
       m {.id, .lineage_id, .version, .type, .content, .language, .subject, .attribute, .topic, .value, .polarity, .condition,
         .source, .recorded_at, .occurred_at, .reason, .search_phrases, .session_id, .agent_id, .external_id, .valid_from,
         .valid_to, .retired_at, .flags, .current, .status, .confidence, .importance, .weight, .mention_count, .pinned,
         .status_reason, .updated_at} AS memory
