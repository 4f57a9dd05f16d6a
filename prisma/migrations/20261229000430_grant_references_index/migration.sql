-- Staff find a client by the reference of any firm.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "grants_referred_idx" ON "grants"("reference") WHERE "reference" IS NOT NULL;
