// Wait until every index is online.
// params: seconds
// returns:
CALL db.awaitIndexes($seconds)
