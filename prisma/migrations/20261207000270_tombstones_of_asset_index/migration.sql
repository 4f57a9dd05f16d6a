CREATE INDEX CONCURRENTLY IF NOT EXISTS "tombstones_client_id_registry_id_removed_at_idx" ON "tombstones"("client_id", "registry_id", "removed_at");
