CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_verification_at_registry_id_idx" ON "assets"("client_id", "verification_at", "registry_id");
