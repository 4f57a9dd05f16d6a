-- The totals of a portfolio are read from the index alone, and not from the rows of all clients.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_by_category_idx" ON "assets"("client_id", "category", "registry_id") INCLUDE ("document_types", "market_value");
