CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_estate_at_registry_id_idx" ON "assets"("client_id", "estate_at", "registry_id");
