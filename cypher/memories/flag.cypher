// Put further flags on versions; content and state are not touched.
// params: owner, changes
// returns: nothing
UNWIND $changes AS row
MATCH (m:Memory {id: row.id}) WHERE m.owner_key = $owner
SET m.flags = row.flags
