CREATE INDEX CONCURRENTLY IF NOT EXISTS "grants_expiring_idx" ON "grants"("expires_at") WHERE "state" = 'active';
