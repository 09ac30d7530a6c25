// Put versions into another state; a version that is no longer the head gives up its head key.
// params: owner, changes
// returns: nothing
UNWIND $changes AS row
MATCH (m:Memory {id: row.id}) WHERE m.owner_key = $owner
SET m += row.properties
SET m.recall_key = CASE WHEN m.recallable THEN m.owner_key END,
    m.head_key = CASE WHEN m.current THEN m.head_key END
