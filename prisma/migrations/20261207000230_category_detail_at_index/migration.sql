CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_category_detail_at_registry_id_idx" ON "assets"("client_id", "category_detail_at", "registry_id");
