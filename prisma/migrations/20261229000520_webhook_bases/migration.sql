-- An endpoint that has everything up to its position tells what comes after it, as before.
ALTER TABLE webhook_endpoints ADD COLUMN base bigint NOT NULL DEFAULT 0;
UPDATE webhook_endpoints SET base = position;
ALTER TABLE webhook_attempts ADD COLUMN base bigint;
