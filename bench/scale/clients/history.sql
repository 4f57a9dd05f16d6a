-- The data of a firm of many clients after a year: five more grants for each client, one of them with two scopes,
-- a million audit events, the usage and the requests that are kept, 200 webhook endpoints, an admin, a member of
-- staff, and an account for the last client.
-- As fill.sql, it is run in a session with session_replication_role = replica.

INSERT INTO grants (id, key_id, client_id, environment, scopes, filter_type, filter_values, created_at, updated_at)
  SELECT 'grant_' || pg_temp.ulid('F', p.n * 8 + more), 'key_' || pg_temp.ulid('K', (p.n + more * 11) % 64), client_id, 'production',
         CASE WHEN more = 1 THEN '{registry,valuation}' ELSE enum_range(NULL::scope) END, 'all', '{}', timestamptz '2025-01-01Z', timestamptz '2025-01-01Z'
    FROM (SELECT client_id, row_number() OVER (ORDER BY client_id) AS n FROM portfolios) p CROSS JOIN generate_series(1, 5) more;

CREATE TEMP TABLE given ON COMMIT DROP AS
  SELECT id, key_id, client_id, row_number() OVER (ORDER BY id) AS n FROM grants;
CREATE UNIQUE INDEX ON given (n);
ANALYZE given;

INSERT INTO audit_events (id, at, actor, action, subject, firm_id, client_id, request_id, details)
  SELECT 'event_' || pg_temp.ulid('E', e), now() - e * interval '30 seconds', client_id, 'grant.updated', g.id, 'firm_0F000000000000000000000001', client_id,
         'request_' || pg_temp.ulid('Q', e),
         jsonb_build_object('key_id', key_id, 'scopes', '{"before": ["registry"], "after": ["registry", "valuation"]}'::jsonb)
    FROM generate_series(1, 1000000) e JOIN given g ON g.n = 1 + e * 7919::bigint % (SELECT count(*) FROM given);

INSERT INTO key_usage (key_id, hour, endpoint, ok, refused, limited, failed, last_at)
  SELECT 'key_' || pg_temp.ulid('K', k), date_trunc('day', now(), 'UTC') - d * interval '1 day', endpoint, 2160, 24, 0, 0, now() - d * interval '1 day'
    FROM generate_series(0, 63) k CROSS JOIN generate_series(1, 90) d
   CROSS JOIN unnest(ARRAY['GET /api/v1/assets', 'POST /graphql']) endpoint;

-- Each grant is read in 40 hours of the last 90 days.
INSERT INTO grant_usage (grant_id, hour, endpoint, scopes, ok, refused, limited, failed, reads, assets, last_read_at)
  SELECT id, date_trunc('hour', now()) - (h * 54 + n % 54) * interval '1 hour', 'GET /api/v1/assets', 'registry,valuation', 3, 0, 0, 0, 3, 75,
         date_trunc('hour', now()) - (h * 54 + n % 54) * interval '1 hour'
    FROM given CROSS JOIN generate_series(0, 39) h;

INSERT INTO key_requests (id, key_id, at, request_id, method, endpoint, parameters, client_id, status, code, milliseconds, bytes, cost)
  SELECT 'logged_' || pg_temp.ulid('L', r), key_id, now() - r * interval '1 second', 'request_' || pg_temp.ulid('Q', r), 'GET', 'GET /api/v1/assets',
         '{page_size=100}', client_id, CASE WHEN r % 50 = 0 THEN 403 ELSE 200 END, CASE WHEN r % 50 = 0 THEN 'access_denied' END, 9, 9000, 1
    FROM generate_series(1, 60000) r JOIN given g ON g.n = 1 + r * 7919::bigint % (SELECT count(*) FROM given);

-- The endpoints have had everything, so that nothing is sent while requests are measured.
INSERT INTO webhook_endpoints (id, key_id, url, sealed_secret, generation, position, ahead, next_try_at)
  SELECT 'webhook_' || pg_temp.ulid('W', n), 'key_' || pg_temp.ulid('K', n % 64), 'https://receiver-' || n || '.example.com/hooks', 'sealed',
         '000000000000', 9000000000000000000, '{}', now()
    FROM generate_series(1, 200) n;

INSERT INTO users (id, name, email, is_staff, two_factor_enabled) VALUES
  ('user_' || pg_temp.ulid('A', 1), 'Admin', 'admin@example.com', false, false),
  ('user_' || pg_temp.ulid('A', 2), 'Staff', 'staff@example.com', true, true);
INSERT INTO members (user_id, firm_id, role) VALUES ('user_' || pg_temp.ulid('A', 1), 'firm_0F000000000000000000000001', 'admin');
