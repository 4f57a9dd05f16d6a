CREATE INDEX CONCURRENTLY IF NOT EXISTS "portfolios_unread_idx" ON "portfolios"("client_id") WHERE "feed_version" <> "data_version";
