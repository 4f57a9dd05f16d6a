-- Finds the newest removal of a client without reading the others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "removed_assets_client_id_removed_at_idx" ON "removed_assets"("client_id", "removed_at");
