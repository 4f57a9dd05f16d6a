-- Bytes per row of the tables that grow with time, indexes included: 20,000 rows of each, in an empty database with the
-- schema of the gateway. docs/scale.md multiplies them. Run with psql; nothing is kept.
BEGIN;
INSERT INTO firms (id, name) VALUES ('firm_01M7F0000000000000000000AA', 'Hale Estates');
INSERT INTO api_keys (id, firm_id, name, environment, scopes)
  VALUES ('key_01M7F0000000000000000000AA', 'firm_01M7F0000000000000000000AA', 'Reports', 'production', '{registry}');
INSERT INTO users (id, name, email) SELECT 'user_' || lpad(n::text, 26, '0'), 'Ada Hale', n || '@example.com' FROM generate_series(1, 200) n;
INSERT INTO portfolios (client_id, environment, currency) SELECT id, 'production', 'USD' FROM users;
INSERT INTO grants (client_id, id, key_id, environment, scopes, filter_type, filter_values)
  SELECT id, replace(id, 'user', 'grant'), 'key_01M7F0000000000000000000AA', 'production', '{registry,valuation}', 'all', '{}' FROM users;

CREATE TEMP VIEW rows AS
  SELECT n, 'user_' || lpad((n % 200 + 1)::text, 26, '0') AS client, 'grant_' || lpad((n % 200 + 1)::text, 26, '0') AS grant_id,
         lpad(n::text, 26, '0') AS ulid, now() - n * interval '1 minute' AS at
    FROM generate_series(1, 20000) n;

INSERT INTO tombstones (client_id, removed_at, registry_id, category, collection_ids, market_value)
  SELECT client, at, 'ORY-AR-' || ulid, 'art', ARRAY['collection_' || ulid], 1250 FROM rows;
INSERT INTO removed_assets (client_id, ref, registry_id, id) SELECT client, 'inventory-' || n, 'ORY-AR-' || ulid, 'item_' || ulid FROM rows;
INSERT INTO sent_notices (client_id, grant_id, version, kind, due_at) SELECT client, grant_id, n, 'seven_days', at FROM rows;
INSERT INTO consents (client_id, grant_id, version, link_id, purpose, sentence, firm_sentence, language, digest, at, scopes, filter_type, filter_values, client_name, firm_name, key_name)
  SELECT client, grant_id, n, 'link_' || ulid, 'Yearly insurance review', repeat('Hale Estates reads the value of your assets. ', 12),
         repeat('Hale Estates reads the value of your assets. ', 12), 'en', repeat('a', 64), at, '{registry,valuation}', 'all', '{}', 'Ada Hale', 'Hale Estates', 'Reports' FROM rows;
INSERT INTO audit_events (id, at, actor, action, subject, firm_id, client_id, request_id, details)
  SELECT 'event_' || ulid, at, client, 'grant.updated', grant_id, 'firm_01M7F0000000000000000000AA', client, 'request_' || ulid,
         '{"key_id": "key_01M7F0000000000000000000AA", "scopes": {"before": ["registry"], "after": ["registry", "valuation"]}}' FROM rows;
INSERT INTO mails (id, kind, email, about, state, created_at, sent_at)
  SELECT 'mail_' || ulid, 'notice', client || '@example.com', jsonb_build_object('clientId', client, 'grantId', grant_id, 'version', 1, 'kind', 'seven_days', 'dueAt', at), 'sent', at, at FROM rows;
INSERT INTO sign_in_events (id, user_id, at, action, outcome, ip_address, user_agent, request_id, merge_key)
  SELECT 'event_' || ulid, client, at, 'sign_in', 'ok', '203.0.113.7', repeat('Mozilla/5.0 ', 9), 'request_' || ulid, repeat('k', 17) || ulid FROM rows;
INSERT INTO idempotency_keys (actor, key, at, action, subject) SELECT client, ulid, at, 'grant.created', grant_id FROM rows;
INSERT INTO key_usage (key_id, hour, endpoint, ok, refused, limited, failed, last_at)
  SELECT 'key_' || ulid, date_trunc('hour', at), 'GET /api/v1/assets', 9, 0, 0, 0, at FROM rows;
INSERT INTO grant_usage (grant_id, hour, endpoint, scopes, ok, refused, limited, failed, reads, assets, last_read_at)
  SELECT 'grant_' || ulid, date_trunc('hour', at), 'GET /api/v1/assets', 'registry,valuation', 9, 0, 0, 0, 9, 900, at FROM rows;
INSERT INTO key_requests (id, key_id, at, request_id, method, endpoint, parameters, client_id, status, milliseconds, bytes, cost)
  SELECT 'logged_' || ulid, 'key_' || ulid, at, 'request_' || ulid, 'GET', 'GET /api/v1/assets',
         ARRAY['category=watches', 'page_size=100'], client, 200, 9, 9000, 1 FROM rows;

SELECT name AS table, round(pg_total_relation_size(name::regclass) / 20000.0) AS bytes_per_row
  FROM unnest(ARRAY['tombstones', 'removed_assets', 'sent_notices', 'consents', 'audit_events', 'mails', 'sign_in_events',
                    'idempotency_keys', 'key_usage', 'grant_usage', 'key_requests']) AS name;
ROLLBACK;
