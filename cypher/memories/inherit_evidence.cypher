// Let new versions stand on the words that older ones stand on.
// params: owner, pairs
// returns: nothing
UNWIND $pairs AS pair
MATCH (new:Memory {id: pair[0]} WHERE new.owner_key = $owner)
MATCH (old:Memory {id: pair[1]} WHERE old.owner_key = $owner)-[s:STATES]->(message:Message WHERE message.owner_key = $owner)
WITH DISTINCT new, message, s.start AS start, s.end AS end
WHERE NOT EXISTS { (new)-[known:STATES]->(message) WHERE known.start = start AND known.end = end }
CREATE (new)-[:STATES {start: start, end: end}]->(message)
