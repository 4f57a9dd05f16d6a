-- Staff find whom a link is for by the reference of any firm.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "connection_links_referred_idx" ON "connection_links"("reference") WHERE "email" IS NOT NULL;
