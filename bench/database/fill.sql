-- Fills an empty, migrated database for the benchmark. Must be run by a superuser, with the settings
-- bench.clients, bench.assets, bench.valuations, bench.large and bench.keys. Triggers and foreign keys are
-- disabled, so this script sets every derived column itself. kinds.sql and peers/tables.sql have to be run first in
-- the session.

SET session_replication_role = replica;
SET synchronous_commit = off;

-- Everything happens within the year before, so that no retention has passed when the benchmark runs.
CREATE FUNCTION pg_temp.base() RETURNS timestamptz STABLE LANGUAGE sql
  AS $$ SELECT date_trunc('month', now(), 'UTC') - interval '12 months' $$;

CREATE TEMP TABLE clients AS
  SELECT number, 'user_' || pg_temp.ulid('C', number) AS id,
         current_setting(CASE WHEN number <= current_setting('bench.clients')::int
                              THEN 'bench.assets' ELSE 'bench.large' END)::int AS assets
    FROM generate_series(1, current_setting('bench.clients')::int + 1) number;

-- Every asset, in order of creation. The categories are mixed, so that the rows of one page are
-- scattered over the client's part of the table, as in a real portfolio.
CREATE TEMP TABLE asset_seeds AS
  SELECT c.id AS client_id, c.number AS client, n, c.number::bigint * 1000000 + n AS seed, k.category, k.detail,
         'ORY-' || k.code || '-' || pg_temp.ulid('R', c.number::bigint * 1000000 + n * 7919 % 999983) AS registry_id,
         CASE WHEN n % 20 > 0 THEN round((1000 + c.number::bigint * n * 7919 % 9000000) / 7.0, 2) END AS market_value,
         'Bought from a private collection. Kept dry and out of the light; the condition report and the photographs are on file. Item '
           || c.number::bigint * 1000000 + n || '.' AS description,
         CASE WHEN n % 3 = 0 THEN 'Ask before moving; the case is fragile.' END AS notes, 'Seller ' || n % 97 AS seller,
         'Vault ' || n % 12 || ', shelf ' || n % 40 AS storage_location,
         CASE n % 3 WHEN 0 THEN '{}' WHEN 1 THEN '{no_heir_named}' ELSE '{no_heir_named,no_appraisal}' END::text[] AS gaps,
         CASE WHEN n % 5 > 0 THEN 'verified' END AS status,
         pg_temp.base() + n * 7919 % 25000000 * interval '1 second' AS updated_at
    FROM clients c CROSS JOIN generate_series(1, c.assets) n JOIN category_details k ON k.number = n % 15;

INSERT INTO users (id, name, email)
  SELECT id, 'Client ' || number, 'client' || number || '@example.com' FROM clients;

INSERT INTO portfolios (client_id, environment, currency, data_version, changed_at, created_at)
  SELECT client_id, 'production', 'USD', 1, max(updated_at), pg_temp.base() - interval '1 year' FROM asset_seeds GROUP BY client_id;

INSERT INTO collections (client_id, id, ref, name)
  SELECT id, 'collection_' || pg_temp.ulid('S', number * 100 + n), 'c' || n, 'Collection ' || n
    FROM clients CROSS JOIN generate_series(0, 9) n;

INSERT INTO collection_items (client_id, collection_id, registry_id, added_at)
  SELECT client_id, 'collection_' || pg_temp.ulid('S', client * 100 + (n + i) % 10), registry_id, updated_at
    FROM asset_seeds CROSS JOIN LATERAL generate_series(1, n % 3) i;

INSERT INTO documents (client_id, id, registry_id, ref, type, title, issuer, issued_on, expires_on, file_size, file_path)
  SELECT client_id, 'doc_' || pg_temp.ulid('D', seed * 4 + i), registry_id, 'd' || n || '.' || i,
         (ARRAY['invoice', 'appraisal', 'photograph', 'certificate_of_authenticity', 'insurance_policy', 'provenance', 'other'])[1 + (n + i) % 7],
         'Document ' || i || ' of item ' || n, CASE WHEN i < 3 THEN 'Issuer ' || n % 50 END,
         date '2020-01-01' + (n * 31 + i) % 1500, CASE WHEN i = 1 THEN date '2030-01-01' + n % 900 END,
         10000 + n * 7919::bigint % 5000000, '/files/' || seed || '.' || i
    FROM asset_seeds CROSS JOIN LATERAL generate_series(1, n % 4) i;

INSERT INTO peers.heirs (client_id, registry_id, position, name, relationship, share_percent)
  SELECT client_id, registry_id, i, 'Heir ' || i, CASE WHEN i = 1 THEN 'child' END, round(100.0 / (n % 3), 2)
    FROM asset_seeds CROSS JOIN LATERAL generate_series(1, n % 3) i;

-- The first link of an asset has expired, the second never expires, the third was revoked.
INSERT INTO peers.share_links (client_id, registry_id, label, id, created_at, expires_at, revoked_at)
  SELECT client_id, registry_id, 'Link ' || i, 'link_' || pg_temp.ulid('H', seed * 4 + i), updated_at - i * interval '1 day',
         CASE i WHEN 1 THEN timestamptz '2099-12-01Z' END, CASE i WHEN 3 THEN updated_at END
    FROM asset_seeds CROSS JOIN LATERAL generate_series(1, n % 4) i;

INSERT INTO peers.scans (client_id, registry_id, scanned_at, method, result)
  SELECT client_id, registry_id, updated_at - i * interval '30 days', 'nfc', CASE WHEN n % 9 = 0 THEN 'mismatch' ELSE 'match' END
    FROM asset_seeds CROSS JOIN LATERAL generate_series(1, CASE WHEN n % 50 = 0 THEN 12 ELSE n % 4 END) i;

INSERT INTO valuations (client_id, registry_id, valued_at, source, id, value)
  SELECT client_id, registry_id, pg_temp.base() + interval '5 months' - i * interval '30 days',
         (ARRAY['spot_price', 'appraisal', 'user_estimate', 'auction_result'])[1 + (n + i) % 4],
         'valuation_' || pg_temp.ulid('V', seed * 16 + i), coalesce(market_value, 500) * (101 - i) / 100
    FROM asset_seeds CROSS JOIN generate_series(1, current_setting('bench.valuations')::int) i;

INSERT INTO assets (client_id, registry_id, id, ref, title, category, quantity, created_at, updated_at,
    registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at, verification_at,
    market_value, purchase_price, insurance_value, valued_at, detail, collections, category_detail, estate, verification,
    document_count, document_types, internal_notes)
  SELECT t.client_id, t.registry_id, 'item_' || pg_temp.ulid('A', seed), 'a' || n, initcap(replace(category::text, '_', ' ')) || ' no. ' || n,
         category, CASE WHEN n % 10 = 0 THEN 2.5 ELSE 1 END, updated_at - interval '90 days', updated_at,
         updated_at, updated_at, updated_at, updated_at, updated_at, updated_at, updated_at,
         market_value, market_value * 0.8, CASE WHEN n % 2 = 0 THEN market_value * 1.1 END, CASE WHEN market_value IS NOT NULL THEN pg_temp.base() + interval '4 months' END,
         pg_temp.detail(description, notes, seller, storage_location), c.collections,
         pg_temp.category_detail(category, detail), pg_temp.estate(h.heirs, l.links, n % 101, gaps),
         pg_temp.verification(status, n % 101, 'intact', s.scans), coalesce(d.total, 0), coalesce(d.types, '{}'), 'private'
    FROM asset_seeds t
    LEFT JOIN (SELECT client_id, registry_id, count(*)::int AS total, array_agg(DISTINCT type ORDER BY type) AS types
                 FROM documents GROUP BY 1, 2) d USING (client_id, registry_id)
    LEFT JOIN (SELECT i.client_id, i.registry_id,
                      pg_temp.as_list(array_agg(pg_temp.collection(c.id, c.name) ORDER BY c.name COLLATE "und-x-icu", c.id)) AS collections
                 FROM collection_items i JOIN collections c ON c.client_id = i.client_id AND c.id = i.collection_id
                GROUP BY 1, 2) c USING (client_id, registry_id)
    LEFT JOIN (SELECT client_id, registry_id, array_agg(pg_temp.heir(name, relationship, share_percent) ORDER BY position) AS heirs
                 FROM peers.heirs GROUP BY 1, 2) h USING (client_id, registry_id)
    LEFT JOIN (SELECT client_id, registry_id,
                      array_agg(pg_temp.share_link(id, label, created_at, expires_at, revoked_at) ORDER BY created_at, id) AS links
                 FROM peers.share_links GROUP BY 1, 2) l USING (client_id, registry_id)
    LEFT JOIN (SELECT client_id, registry_id,
                      array_agg(pg_temp.scan(scanned_at, method, result) ORDER BY scanned_at DESC, method) AS scans
                 FROM peers.scans GROUP BY 1, 2) s USING (client_id, registry_id)
   ORDER BY t.client, n;

INSERT INTO asset_scans (client_id, registry_id, history)
  SELECT client_id, registry_id, pg_temp.as_list(array_agg(pg_temp.scan(scanned_at, method, result) ORDER BY scanned_at DESC, method))
    FROM peers.scans GROUP BY 1, 2 HAVING count(*) > 10;

-- The ten newest changes of the large client, later than all others.
UPDATE assets SET updated_at = at, valuation_at = at
  FROM (SELECT client_id AS client, registry_id AS registry,
               pg_temp.base() + interval '11 months' + split_part(ref, 'a', 2)::int % 100 * interval '1 second' AS at FROM assets) times
 WHERE client_id = client AND registry_id = registry
   AND client_id = (SELECT id FROM clients ORDER BY number DESC LIMIT 1)
   AND ref IN (SELECT 'a' || n * 50 FROM generate_series(1, 10) n);
UPDATE portfolios p SET changed_at = (SELECT max(updated_at) FROM assets a WHERE a.client_id = p.client_id)
 WHERE client_id = (SELECT id FROM clients ORDER BY number DESC LIMIT 1);

-- The copy of the peers.
INSERT INTO peers.collections SELECT * FROM collections;
INSERT INTO peers.collection_items SELECT * FROM collection_items;
INSERT INTO peers.assets (client_id, registry_id, id, ref, title, category, quantity, created_at, updated_at,
    registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at, verification_at,
    market_value, purchase_price, insurance_value, valued_at, description, notes, seller, storage_location, category_detail,
    readiness_score, readiness_gaps, verification_status, risk_score, tamper_state, document_count, document_types, internal_notes)
  SELECT client_id, registry_id, id, ref, title, a.category, quantity, created_at, a.updated_at,
         registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at, verification_at,
         a.market_value, purchase_price, insurance_value, valued_at, description, notes, seller, storage_location,
         t.detail || jsonb_build_object('type', t.category), n % 101, gaps, status, n % 101, 'intact',
         document_count, document_types, internal_notes
    FROM asset_seeds t JOIN assets a USING (client_id, registry_id) ORDER BY t.client, n;

-- One firm of the highest tier. Each of its keys has a grant from every client: all scopes, all assets.
INSERT INTO firms (id, name, plan, tier) VALUES ('firm_' || pg_temp.ulid('F', 1), 'Bench Estates', 'enterprise', 'enterprise');
INSERT INTO api_keys (id, firm_id, name, environment, scopes, allowed_ips)
  SELECT 'key_' || pg_temp.ulid('K', n), 'firm_' || pg_temp.ulid('F', 1), 'Bench ' || n, 'production', enum_range(NULL::scope), '{}'
    FROM generate_series(1, current_setting('bench.keys')::int) n;
INSERT INTO grants (id, key_id, client_id, environment, scopes, filter_type, filter_values, created_at, updated_at)
  SELECT 'grant_' || pg_temp.ulid('G', c.number * 1000 + n), 'key_' || pg_temp.ulid('K', n), c.id, 'production', enum_range(NULL::scope), 'all', '{}', pg_temp.base(), pg_temp.base()
    FROM clients c CROSS JOIN generate_series(1, current_setting('bench.keys')::int) n;

SET session_replication_role = origin;
