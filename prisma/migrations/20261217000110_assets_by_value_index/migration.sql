-- An asset without a value is below all others. A listing by value has the same expression.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_by_value_idx" ON "assets"("client_id", (coalesce("market_value", '-1'::numeric)), "registry_id");
