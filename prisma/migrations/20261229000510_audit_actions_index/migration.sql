-- The first events of a firm with an action are read, and counted, from the index alone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_firm_id_action_at_id_idx" ON "audit_events"("firm_id", "action", "at", "id");
