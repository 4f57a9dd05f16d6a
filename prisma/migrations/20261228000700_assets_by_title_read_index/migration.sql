-- For `orderBy: { field: title }`: titles as in a dictionary.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "assets_by_title_read_idx" ON "assets"("client_id", "title" COLLATE "und-x-icu", "registry_id");
