CREATE INDEX CONCURRENTLY IF NOT EXISTS "grants_unread_idx" ON "grants"("client_id") WHERE "feed_version" <> "version" OR "feed_state" IS DISTINCT FROM "state";
