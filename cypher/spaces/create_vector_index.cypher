// The vector index of a slot; filters of recall and relate are in it. Expansion 8: with 1, a fresh index misses 15 %.
// params: options
// returns:
CREATE VECTOR INDEX memory_vectors_SLOT IF NOT EXISTS
FOR (m:Memory) ON m.embedding_SLOT
WITH [m.owner_key, m.recallable, m.current, m.type, m.occurred_at]
OPTIONS $options
