-- The links that name the address of an account are found without reading all links.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "connection_links_email_created_at_id_idx" ON "connection_links"("email", "created_at", "id");
