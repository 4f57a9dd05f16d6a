-- An asset without a value is below all others. An index alone serves an expression only if it has its columns.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_by_market_value_idx" ON "assets"("client_id", (coalesce("market_value", '-1'::numeric)), "registry_id") INCLUDE ("market_value", "category");
