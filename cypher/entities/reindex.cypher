// Give versions another analysed text; what they say is not touched.
// params: owner, texts
// returns: nothing
UNWIND $texts AS row
MATCH (m:Memory {id: row.id} WHERE m.owner_key = $owner)
SET m.search_text = row.search_text
