// Names of an owner in the order of their ids, after a given one.
// params: owner, after_id, limit
// returns: id, entity_id, name
MATCH (a:Alias WHERE a.owner_key = $owner AND a.id > $after_id)-[:NAMES]->(e:Entity WHERE e.owner_key = $owner)
RETURN a.id AS id, e.id AS entity_id, a.name AS name ORDER BY a.id LIMIT $limit
