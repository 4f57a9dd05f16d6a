CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_title_registry_id_idx" ON "assets"("client_id", "title", "registry_id");
