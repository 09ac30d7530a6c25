// How many nodes of the main kinds the store holds, from its counts.
// params:
// returns: memories, users, events
RETURN COUNT { (:Memory) } AS memories, COUNT { (:User) } AS users, COUNT { (:Event) } AS events
