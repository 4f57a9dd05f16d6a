-- Adds the clients scale.first to scale.last, each with a portfolio and one grant. Must be run by a superuser in a
-- session with session_replication_role = replica: foreign keys are not checked, and every derived column is set here.
-- scale.assets is the number of assets of each client, or 0 for the mix: half of the clients have 25 assets, one in
-- fifty has 975, and the mean is 100.

CREATE TEMP TABLE new_clients ON COMMIT DROP AS
  SELECT number, 'user_' || pg_temp.ulid('C', number) AS id,
         CASE WHEN size > 0 THEN size WHEN place < 50 THEN 25 WHEN place < 75 THEN 60 WHEN place < 90 THEN 140
              WHEN place < 98 THEN 400 ELSE 975 END AS assets
    FROM (SELECT number, number * 37 % 100 AS place, current_setting('scale.assets')::int AS size
            FROM generate_series(current_setting('scale.first')::bigint, current_setting('scale.last')::bigint) number) chosen;

CREATE TEMP TABLE asset_seeds ON COMMIT DROP AS
  SELECT c.id AS client_id, c.number AS client, n, c.number * 1000000 + n AS seed, k.category, k.detail,
         'ORY-' || k.code || '-' || pg_temp.ulid('R', c.number * 1000000 + n * 7919::bigint % 999983) AS registry_id,
         CASE WHEN n % 20 > 0 THEN round((1000 + c.number * n * 7919 % 9000000) / 7.0, 2) END AS market_value,
         timestamptz '2025-01-01Z' + (c.number * 31 + n * 7919) % 25000000 * interval '1 second' AS updated_at,
         CASE WHEN n % 2 = 0 THEN n / 2 % (1 + least(9, c.assets / 50)) END AS collection
    FROM new_clients c CROSS JOIN generate_series(1, c.assets) n JOIN category_details k ON k.number = n % 15;
ANALYZE asset_seeds;

INSERT INTO users (id, name, email)
  SELECT id, 'Client ' || number, 'client' || number || '@example.com' FROM new_clients;

INSERT INTO portfolios (client_id, environment, currency, data_version, changed_at, created_at)
  SELECT client_id, 'production', 'USD', 1, max(updated_at), timestamptz '2024-01-01Z' FROM asset_seeds GROUP BY client_id;

INSERT INTO grants (id, key_id, client_id, environment, scopes, filter_type, filter_values, created_at, updated_at)
  SELECT 'grant_' || pg_temp.ulid('G', number), 'key_' || pg_temp.ulid('K', number % 64), id, 'production',
         enum_range(NULL::scope), 'all', '{}', timestamptz '2025-01-01Z', timestamptz '2025-01-01Z' FROM new_clients;

INSERT INTO collections (client_id, id, ref, name)
  SELECT id, 'collection_' || pg_temp.ulid('S', number * 100 + n), 'c' || n, 'Collection ' || n
    FROM new_clients CROSS JOIN LATERAL generate_series(0, least(9, assets / 50)) n;

INSERT INTO collection_items (client_id, collection_id, registry_id, added_at)
  SELECT client_id, 'collection_' || pg_temp.ulid('S', client * 100 + collection), registry_id, updated_at
    FROM asset_seeds WHERE collection IS NOT NULL;

INSERT INTO documents (client_id, id, registry_id, ref, type, title, issuer, issued_on, expires_on, file_size, file_path)
  SELECT client_id, 'doc_' || pg_temp.ulid('D', seed * 4 + i), registry_id, 'd' || n || '.' || i,
         (ARRAY['invoice', 'appraisal', 'photograph', 'certificate_of_authenticity', 'insurance_policy', 'provenance', 'other'])[1 + (n + i) % 7],
         'Document ' || i || ' of item ' || n, CASE WHEN i < 3 THEN 'Issuer ' || n % 50 END,
         date '2020-01-01' + (n * 31 + i) % 1500, CASE WHEN i = 1 THEN date '2030-01-01' + n % 900 END,
         10000 + n * 7919::bigint % 5000000, '/files/' || seed || '.' || i
    FROM asset_seeds CROSS JOIN LATERAL generate_series(1, n % 4) i;

-- One asset in ten has a year of monthly valuations, four have two, five have one: 2.5 in the mean.
INSERT INTO valuations (client_id, registry_id, valued_at, source, id, value)
  SELECT client_id, registry_id, timestamptz '2025-06-01Z' - i * interval '30 days',
         (ARRAY['spot_price', 'appraisal', 'user_estimate', 'auction_result'])[1 + (n + i) % 4],
         'valuation_' || pg_temp.ulid('V', seed * 16 + i), coalesce(market_value, 500) * (101 - i) / 100
    FROM asset_seeds CROSS JOIN LATERAL generate_series(1, CASE WHEN n % 10 = 0 THEN 12 WHEN n % 10 < 5 THEN 2 ELSE 1 END) i;

-- Half of the assets are in a collection; one in five has two scans, and one in ten a share link.
INSERT INTO assets (client_id, registry_id, id, ref, title, category, quantity, created_at, updated_at,
    registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at, verification_at,
    market_value, purchase_price, insurance_value, valued_at, detail, collections, category_detail, estate, verification,
    document_count, document_types, internal_notes)
  SELECT client_id, registry_id, 'item_' || pg_temp.ulid('A', seed), 'a' || n, initcap(replace(category::text, '_', ' ')) || ' no. ' || n,
         category, CASE WHEN n % 10 = 0 THEN 2.5 ELSE 1 END, updated_at - interval '90 days', updated_at,
         updated_at, updated_at, updated_at, updated_at, updated_at, updated_at, updated_at,
         market_value, market_value * 0.8, CASE WHEN n % 2 = 0 THEN market_value * CASE WHEN n % 50 = 0 THEN 0.9 ELSE 1.1 END END, CASE WHEN market_value IS NOT NULL THEN timestamptz '2025-05-02Z' END,
         pg_temp.detail('Bought from a private collection. Kept dry and out of the light; the condition report and the photographs are on file. Item ' || seed || '.',
           CASE WHEN n % 3 = 0 THEN 'Ask before moving; the case is fragile.' END, 'Seller ' || n % 97, 'Vault ' || n % 12 || ', shelf ' || n % 40),
         '[' || pg_temp.collection('collection_' || pg_temp.ulid('S', client * 100 + collection), 'Collection ' || collection) || ']',
         pg_temp.category_detail(category, detail),
         pg_temp.estate(
           ARRAY(SELECT pg_temp.heir('Heir ' || i, CASE WHEN i = 1 THEN 'child' END, round(100.0 / (2 - n % 5), 2)) FROM generate_series(1, 2 - n % 5) i),
           CASE WHEN n % 10 = 0 THEN ARRAY[pg_temp.share_link('link_' || pg_temp.ulid('H', seed), 'Link', updated_at - interval '1 day', timestamptz '2099-12-01Z', NULL)] END,
           n % 101, CASE n % 3 WHEN 0 THEN '{}' WHEN 1 THEN '{no_heir_named}' ELSE '{no_heir_named,no_appraisal}' END::text[]),
         pg_temp.verification(CASE WHEN n % 5 > 0 THEN 'verified' END, n % 101, 'intact',
           CASE WHEN n % 5 = 0 THEN ARRAY(SELECT pg_temp.scan(updated_at - i * interval '30 days', 'nfc', CASE WHEN n % 9 = 0 THEN 'mismatch' ELSE 'match' END) FROM generate_series(1, 2) i) END),
         n % 4,
         ARRAY(SELECT DISTINCT (ARRAY['invoice', 'appraisal', 'photograph', 'certificate_of_authenticity', 'insurance_policy', 'provenance', 'other'])[1 + (n + i) % 7]
                 FROM generate_series(1, n % 4) i ORDER BY 1), 'private'
    FROM asset_seeds;
