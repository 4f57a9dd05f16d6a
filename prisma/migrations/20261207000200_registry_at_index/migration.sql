CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_registry_at_registry_id_idx" ON "assets"("client_id", "registry_at", "registry_id");
