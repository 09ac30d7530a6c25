// Take names away; an entity that loses its first name goes by the oldest that is left, and one without any goes.
// params: owner, ids
// returns: nothing
MATCH (a:Alias WHERE a.id IN $ids AND a.owner_key = $owner)-[:NAMES]->(e:Entity WHERE e.owner_key = $owner)
WITH e, collect(a) AS lost
FOREACH (a IN lost | DETACH DELETE a)
WITH e, COLLECT { MATCH (a:Alias)-[:NAMES]->(e) WHERE a.owner_key = $owner WITH a ORDER BY a.since, a.id RETURN a.name } AS names
SET e.name = CASE WHEN size(names) = 0 OR e.name IN names THEN e.name ELSE names[0] END
WITH e WHERE size(names) = 0
DETACH DELETE e
