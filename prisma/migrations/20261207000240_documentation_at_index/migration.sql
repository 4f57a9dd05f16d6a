CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_documentation_at_registry_id_idx" ON "assets"("client_id", "documentation_at", "registry_id");
