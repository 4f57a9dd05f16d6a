-- In the order of a dictionary. A search reads titles, and what limits it, from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_by_title_idx" ON "assets"("client_id", "title" COLLATE "und-x-icu", "registry_id") INCLUDE ("category", "market_value");
