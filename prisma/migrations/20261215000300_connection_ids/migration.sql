CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "link_visits_connection_id_key" ON "link_visits"("connection_id");
