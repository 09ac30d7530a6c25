// Where one memory stands in each list that candidates are taken from (candidates/current), read to a depth; null beyond.
// params: owner, tenant, id, probes, periods, names, slots, statuses, reach, types, depth, bounds
// returns: kind, probe, period, place
CALL () {
  MATCH (a:Alias)-[:NAMES]->(named:Entity WHERE named.owner_key IN [$owner, $tenant])
  WHERE a.owner_key IN [$owner, $tenant] AND a.key IN $names
  MATCH (named)-[up:MERGED_INTO*0..16]->(root:Entity)
  WHERE root.owner_key IN [$owner, $tenant] AND all(r IN up WHERE r.until IS NULL)
  WITH DISTINCT root
  MATCH (root)<-[down:MERGED_INTO*0..16]-(e:Entity)
  WHERE e.owner_key IN [$owner, $tenant] AND all(r IN down WHERE r.until IS NULL)
  RETURN collect(DISTINCT e) AS named
}
CALL (named) {
  UNWIND range(0, size($probes) - 1) AS i
  WITH i, $probes[i] AS probe
  CALL (probe) {
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR probe.vector
                   WHERE m.owner_key = $owner AND m.recallable IN $reach AND m.type IN $types LIMIT $depth) SCORE AS score
    WITH m, score ORDER BY score DESC
    WITH collect(m.id) AS ids
    RETURN 'vector' AS kind, ids
    UNION ALL
    MATCH (m:Memory)
      SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(probe.words, 'owner_key:none') LIMIT $depth) SCORE AS score
    WHERE m.owner_key = $owner
    WITH m, score ORDER BY score DESC
    WITH collect(m.id) AS ids
    RETURN 'text' AS kind, ids
  }
  RETURN kind, i AS probe, null AS period, ids
  UNION ALL
  UNWIND range(0, size($periods) - 1) AS i
  WITH i, $periods[i] AS period
  CALL (period) {
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_vectors_SLOT FOR $probes[0].vector
                   WHERE m.owner_key = $owner AND m.recallable IN $reach AND m.type IN $types
                     AND m.occurred_at >= period.begins AND m.occurred_at < period.ends LIMIT $depth) SCORE AS score
    WITH m, score ORDER BY score DESC
    WITH collect(m.id) AS ids
    RETURN 'vector' AS kind, ids
    UNION ALL
    MATCH (m:Memory)
      SEARCH m IN (FULLTEXT INDEX memory_text FOR coalesce(period.words, 'owner_key:none') LIMIT $depth) SCORE AS score
    WHERE m.owner_key = $owner
    WITH m, score ORDER BY score DESC
    WITH collect(m.id) AS ids
    RETURN 'text' AS kind, ids
  }
  RETURN kind, 0 AS probe, i AS period, ids
  UNION ALL
  UNWIND named AS e
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(m:Memory WHERE m.owner_key = $owner)
    WITH m LIMIT $bounds.of_one
    RETURN collect(m.id) AS ids
  }
  RETURN 'entity' AS kind, 0 AS probe, null AS period, ids
  UNION ALL
  UNWIND named AS e
  CALL (e) {
    MATCH (e)<-[:MENTIONS]-(m:Memory WHERE m.owner_key = $owner)
    RETURN m LIMIT $bounds.of_one
  }
  MATCH (m)-[:MENTIONS]->(via:Entity WHERE via.owner_key = $owner)
  WHERE NOT via IN named
  WITH DISTINCT via LIMIT $bounds.things
  CALL (via) {
    MATCH (via)<-[:MENTIONS]-(m:Memory WHERE m.owner_key = $owner)
    RETURN m LIMIT $bounds.of_thing
  }
  WITH m.id AS id LIMIT $bounds.related
  RETURN 'related' AS kind, 0 AS probe, null AS period, collect(id) AS ids
  UNION ALL
  UNWIND $slots AS slot
  CALL (slot) {
    MATCH (m:Memory {owner_key: $owner, attribute: slot.attribute})
    WHERE m.subject = slot.subject AND m.status IN $statuses
    RETURN m ORDER BY m.recorded_at DESC LIMIT $bounds.of_one
  }
  RETURN 'slot' AS kind, 0 AS probe, null AS period, collect(m.id) AS ids
}
RETURN kind, probe, period, [k IN range(0, size(ids) - 1) WHERE ids[k] = $id][0] + 1 AS place
