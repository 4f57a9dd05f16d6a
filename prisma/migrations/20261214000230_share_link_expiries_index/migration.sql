CREATE INDEX CONCURRENTLY IF NOT EXISTS "share_links_expiring_idx" ON "share_links"("expires_at") WHERE "revoked_at" IS NULL;
