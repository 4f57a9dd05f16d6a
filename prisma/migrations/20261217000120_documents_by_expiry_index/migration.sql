CREATE INDEX CONCURRENTLY IF NOT EXISTS "documents_client_id_expires_on_id_idx" ON "documents"("client_id", "expires_on", "id");
