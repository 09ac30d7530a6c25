// Overwrite forgotten words of messages; the length stays, so that other fragments keep their places.
// params: owner, messages
// returns: nothing
UNWIND $messages AS row
MATCH (message:Message {id: row.id}) WHERE message.owner_key = $owner
SET message.content = row.content
