// Make the first embedding space known, as the one that recall reads.
// params: slot, key, provider, model, revision, dimension, centring, calibration, at
// returns: key
MERGE (s:EmbeddingSpace {slot: $slot})
ON CREATE SET s.key = $key, s.provider = $provider, s.model = $model, s.revision = $revision, s.dimension = $dimension,
              s.centring = $centring, s.calibration = $calibration, s.created_at = $at, s.active = true
RETURN s.key AS key
