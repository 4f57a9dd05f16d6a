CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_registry_id_idx" ON "assets"("registry_id");
