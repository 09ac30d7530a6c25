// End the grant that somebody has on a shared space.
// params: owner, role, subject
// returns: revoked
MATCH (g:SpaceGrant {owner_key: $owner, role: $role, subject: $subject})
DELETE g
RETURN true AS revoked
