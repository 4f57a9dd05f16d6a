CREATE INDEX CONCURRENTLY IF NOT EXISTS "share_links_client_id_expires_at_registry_id_idx" ON "share_links"("client_id", "expires_at", "registry_id");
