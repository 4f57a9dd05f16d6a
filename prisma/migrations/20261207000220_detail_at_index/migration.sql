CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_detail_at_registry_id_idx" ON "assets"("client_id", "detail_at", "registry_id");
