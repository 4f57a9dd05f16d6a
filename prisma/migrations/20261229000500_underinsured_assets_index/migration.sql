-- Of the underinsured assets alone, which are few.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_underinsured_idx" ON "assets"("client_id", "registry_id") INCLUDE ("category", "market_value") WHERE "insurance_value" < "market_value";
