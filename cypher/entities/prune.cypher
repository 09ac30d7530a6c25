// Take away the names that no memory says any more, and the entities that none mentions; only those that were made of
// what was said. An entity that loses its first name goes by the oldest that is left.
// params: owner, ids
// returns: nothing
MATCH (e:Entity) WHERE e.id IN $ids AND e.owner_key = $owner
WITH e, COLLECT { MATCH (m:Memory)-[r:MENTIONS]->(e) WHERE m.owner_key = $owner RETURN DISTINCT r.key } AS said
CALL (e, said) {
  MATCH (a:Alias)-[:NAMES]->(e)
  WHERE a.owner_key = $owner AND (a.origin = 'conversation' AND NOT a.key IN said
    OR e.origin = 'conversation' AND size(said) = 0)
  DETACH DELETE a
}
WITH e, said,
  COLLECT { MATCH (a:Alias)-[:NAMES]->(e) WHERE a.owner_key = $owner WITH a ORDER BY a.since, a.id RETURN a.name } AS names
SET e.name = CASE WHEN size(names) = 0 OR e.name IN names THEN e.name ELSE names[0] END
WITH e WHERE e.origin = 'conversation' AND (size(said) = 0 OR size(names) = 0)
DETACH DELETE e
