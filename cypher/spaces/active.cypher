// The embedding space that recall reads.
// params:
// returns: key, slot, provider, model, revision, dimension, centring, calibration
MATCH (s:EmbeddingSpace {active: true})
RETURN s.key AS key, s.slot AS slot, s.provider AS provider, s.model AS model, s.revision AS revision,
       s.dimension AS dimension, s.centring AS centring, s.calibration AS calibration
