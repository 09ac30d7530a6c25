// Append audit events; one that sets a version's state ends the interval of the state before it.
// params: owner, events
// returns: id
UNWIND $events AS row
OPTIONAL MATCH (m:Memory {id: row.memory_id} WHERE m.owner_key = $owner)
OPTIONAL MATCH (m)<-[:OF]-(open:Event WHERE open.until IS NULL)
WITH row, m, collect(open) AS ended
FOREACH (e IN CASE WHEN row.closes THEN ended ELSE [] END | SET e.until = row.properties.at)
CREATE (event:Event)
SET event = row.properties, event.owner_key = $owner
FOREACH (target IN CASE WHEN m IS NULL THEN [] ELSE [m] END | CREATE (event)-[:OF]->(target))
RETURN event.id AS id
