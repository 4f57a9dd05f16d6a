-- The place in the feed from which an entry tells everything. Null: the position.
ALTER TABLE webhook_endpoints ADD COLUMN base bigint;
ALTER TABLE webhook_attempts ADD COLUMN base bigint;
