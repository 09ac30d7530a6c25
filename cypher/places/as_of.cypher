// Where one version stands in the lists of candidates as of an instant (candidates/as_of), read to a depth; null beyond.
// params: owner, id, probes, statuses, types, as_of, depth
// returns: kind, probe, period, place
CALL () {
  MATCH (m:Memory {owner_key: $owner})
  WHERE m.recorded_at <= $as_of AND m.id IS NOT NULL AND ($types IS NULL OR m.type IN $types)
  MATCH (m)<-[:OF]-(e:Event)
  WHERE e.at <= $as_of AND (e.until IS NULL OR e.until > $as_of) AND e.status IN $statuses
  UNWIND $probes AS probe
  WITH m, max(vector.similarity.cosine(m.embedding_SLOT, probe.vector)) AS similarity
  WHERE similarity IS NOT NULL
  WITH m, similarity ORDER BY similarity DESC, m.id LIMIT $depth
  WITH collect(m.id) AS ids
  RETURN 'vector' AS kind, 0 AS probe, ids
  UNION ALL
  UNWIND range(0, size($probes) - 1) AS i
  WITH i, $probes[i] AS probe
  CALL (probe) {
    MATCH (m:Memory)
      SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(probe.words, 'owner_key:none') LIMIT $depth) SCORE AS score
    WHERE m.owner_key = $owner
    WITH m, score ORDER BY score DESC
    RETURN collect(m.id) AS ids
  }
  RETURN 'text' AS kind, i AS probe, ids
}
RETURN kind, probe, null AS period, [k IN range(0, size(ids) - 1) WHERE ids[k] = $id][0] + 1 AS place
