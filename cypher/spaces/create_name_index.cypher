// The vector index of names in a slot, beside that of memories; look-ups are for names of a kind in the other script.
// params: options
// returns:
CREATE VECTOR INDEX name_vectors_SLOT IF NOT EXISTS
FOR (a:Alias) ON a.embedding_SLOT
WITH [a.owner_key, a.kind, a.is_han]
OPTIONS $options
