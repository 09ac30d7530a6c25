// Whether any key was ever made.
// params:
// returns: found
RETURN EXISTS { MATCH (:ApiKey) } AS found
