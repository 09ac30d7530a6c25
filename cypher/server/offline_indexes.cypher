// Indexes that can't answer yet.
// params:
// returns: name, state, percent
SHOW INDEXES YIELD name, state, populationPercent
WHERE state <> 'ONLINE'
RETURN name, state, populationPercent AS percent
