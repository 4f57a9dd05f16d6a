CREATE INDEX CONCURRENTLY IF NOT EXISTS "collection_items_client_id_collection_id_added_at_registry__idx" ON "collection_items"("client_id", "collection_id", "added_at", "registry_id");
