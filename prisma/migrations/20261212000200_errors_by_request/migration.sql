-- Finds an error by the id of its request.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "request_errors_request_id_idx" ON "request_errors" ("request_id");
