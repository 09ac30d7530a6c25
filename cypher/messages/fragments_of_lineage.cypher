// The words that a lineage stands on, and whether another lineage stands on the same message.
// params: owner, lineage_id
// returns: id, content, forgotten, kept
MATCH (m:Memory {owner_key: $owner, lineage_id: $lineage_id})-[s:STATES]->(message:Message)
WHERE message.owner_key = $owner
WITH message, collect(DISTINCT [s.start, s.end]) AS forgotten
RETURN message.id AS id, message.content AS content, forgotten,
       COLLECT {
         MATCH (message)<-[o:STATES]-(other:Memory)
         WHERE other.owner_key = $owner AND other.lineage_id <> $lineage_id
         RETURN [o.start, o.end]
       } AS kept
