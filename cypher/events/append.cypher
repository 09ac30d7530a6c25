// Append audit events; one that sets a version's state ends the interval of the state before it.
// params: owner, events
// returns: nothing
UNWIND $events AS row
CREATE (event:Event)
SET event = row.properties, event.owner_key = $owner,
    event.at = datetime(row.instants.at), event.until = datetime(row.instants.until)
WITH event, row.closes AS closes, row.memory_id AS memory_id WHERE memory_id IS NOT NULL
MATCH (m:Memory {id: memory_id} WHERE m.owner_key = $owner)
CREATE (event)-[:OF]->(m)
WITH event, m WHERE closes
MATCH (m)<-[:OF]-(earlier:Event) WHERE earlier.until IS NULL AND earlier.at < event.at
SET earlier.until = event.at
