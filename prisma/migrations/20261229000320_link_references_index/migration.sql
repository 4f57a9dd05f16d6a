-- A link that a newer one of the same reference has followed is found without reading all links of its key.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "connection_links_key_id_reference_idx" ON "connection_links"("key_id", "reference");
