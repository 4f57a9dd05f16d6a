-- SHA-256 of what the request asked for. Null in rows of earlier releases, which are compared by action and record alone.
ALTER TABLE "idempotency_keys" ADD COLUMN "digest" TEXT;
