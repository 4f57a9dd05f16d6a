CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_client_id_valuation_at_registry_id_idx" ON "assets"("client_id", "valuation_at", "registry_id");
