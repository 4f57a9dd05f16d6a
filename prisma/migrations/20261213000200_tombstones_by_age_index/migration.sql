CREATE INDEX CONCURRENTLY IF NOT EXISTS "tombstones_removed_at_idx" ON "tombstones" USING BRIN ("removed_at");
