-- What a scope shows of an asset becomes a text, with the exact bytes that REST sends. It is only a change of form: no time
-- of change and no version is touched, so no mirror sees it. Gateways of the release before cannot serve afterwards.

-- All locks first, so that a reader of one table that waits for another cannot undo the work.
LOCK TABLE "assets", "collections", "collection_items", "heirs", "share_links", "scans" IN ACCESS EXCLUSIVE MODE;

-- All scans of an asset that has more than ten.
CREATE TABLE "asset_scans" (
    "client_id" TEXT COLLATE "C" NOT NULL,
    "registry_id" TEXT COLLATE "C" NOT NULL,
    "history" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "asset_scans_pkey" PRIMARY KEY ("client_id","registry_id")
);

-- A row of the coordinator cannot refer to one of a node, so the table is distributed while it is empty.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'assets'::regclass) THEN
      PERFORM create_distributed_table('asset_scans', 'client_id', colocate_with => 'assets');
    END IF;
  END IF;
END $$;

-- AddForeignKey
ALTER TABLE "asset_scans" ADD CONSTRAINT "asset_scans_client_id_registry_id_fkey" FOREIGN KEY ("client_id", "registry_id") REFERENCES "assets"("client_id", "registry_id") ON DELETE CASCADE ON UPDATE NO ACTION;

INSERT INTO asset_scans (client_id, registry_id, history)
SELECT c.client_id, c.registry_id,
       '[' || string_agg(
         format('{"scanned_at":"%s","method":%s,"result":%s}',
                to_char(c.scanned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_json(c.method), to_json(c.result)),
         ',' ORDER BY c.scanned_at DESC, c.method) || ']'
  FROM scans c GROUP BY c.client_id, c.registry_id HAVING count(*) > 10;

ALTER TABLE "assets" ADD COLUMN     "detail" TEXT COLLATE "C",
ADD COLUMN     "collections" TEXT COLLATE "C",
ADD COLUMN     "category_members" TEXT COLLATE "C",
ADD COLUMN     "estate" TEXT COLLATE "C",
ADD COLUMN     "verification" TEXT COLLATE "C";

-- PostgreSQL cannot know how many assets have the same client and the same id, and expects few: a nested loop would read
-- all heirs again for each asset. On a cluster it is the nodes that must not.
SET LOCAL citus.propagate_set_commands = 'local';
SET LOCAL enable_nestloop = off;

-- Where the portfolios are distributed, an UPDATE may not call these functions with a column: the subquery calls them, and
-- its order keeps it apart from the UPDATE.
-- Only strings of jsonb have other spaces than those that separate, and its numbers are whole.
UPDATE assets a
   SET detail = n.detail, collections = n.collections, category_members = n.category_members, estate = n.estate,
       verification = n.verification
  FROM (
    SELECT s.client_id, s.registry_id, g.collections,
           CASE WHEN num_nonnulls(s.description, s.notes, s.seller, s.storage_location) > 0 THEN
             format('{"description":%s,"notes":%s,"seller":%s,"storage_location":%s}',
                    coalesce(to_json(s.description), 'null'), coalesce(to_json(s.notes), 'null'),
                    coalesce(to_json(s.seller), 'null'), coalesce(to_json(s.storage_location), 'null')) END AS detail,
           CASE WHEN s.category_detail - 'type' <> '{}' THEN
             '{"type":"' || s.category || '",' || substr(regexp_replace(
               (s.category_detail - 'type')::text, '("(?:[^"\\]|\\.)*")| ', '\1', 'g'), 2) END AS category_members,
           CASE WHEN num_nonnulls(h.heirs, l.links, s.readiness_score) > 0 OR cardinality(s.readiness_gaps) > 0 THEN
             format('{"heirs":[%s],"share_links":[%s],"readiness":{"score":%s,"gaps":%s}}', h.heirs, l.links,
                    coalesce(s.readiness_score::text, 'null'), coalesce(array_to_json(s.readiness_gaps), '[]')) END AS estate,
           CASE WHEN num_nonnulls(s.verification_status, s.risk_score, s.tamper_state, c.scans) > 0 THEN
             format('{"status":%s,"risk_score":%s,"tamper_state":%s,"scan_count":%s,"scans":[%s]}',
                    coalesce(to_json(s.verification_status), 'null'), coalesce(s.risk_score::text, 'null'),
                    coalesce(to_json(s.tamper_state), 'null'), coalesce(cardinality(c.scans), 0),
                    array_to_string(c.scans[1:10], ',')) END AS verification
      FROM assets s
      LEFT JOIN (
             SELECT i.client_id, i.registry_id,
                    '[' || string_agg(format('{"id":%s,"name":%s}', to_json(c.id), to_json(c.name)),
                                      ',' ORDER BY c.name COLLATE "und-x-icu", c.id) || ']' AS collections
               FROM collection_items i JOIN collections c ON c.client_id = i.client_id AND c.id = i.collection_id
              GROUP BY i.client_id, i.registry_id) g ON g.client_id = s.client_id AND g.registry_id = s.registry_id
      LEFT JOIN (
             SELECT h.client_id, h.registry_id,
                    string_agg(format('{"name":%s,"relationship":%s,"share_percent":%s}', to_json(h.name),
                                      coalesce(to_json(h.relationship), 'null'), trim_scale(h.share_percent)),
                               ',' ORDER BY h.position) AS heirs
               FROM heirs h GROUP BY h.client_id, h.registry_id) h ON h.client_id = s.client_id AND h.registry_id = s.registry_id
      LEFT JOIN (
             SELECT l.client_id, l.registry_id,
                    string_agg(format('{"id":%s,"label":%s,"created_at":"%s","expires_at":%s,"revoked_at":%s}',
                        to_json(l.id), to_json(l.label),
                        to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                        coalesce('"' || to_char(l.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null'),
                        coalesce('"' || to_char(l.revoked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')),
                      ',' ORDER BY l.created_at, l.id) AS links
               FROM share_links l
              GROUP BY l.client_id, l.registry_id) l ON l.client_id = s.client_id AND l.registry_id = s.registry_id
      LEFT JOIN (
             SELECT c.client_id, c.registry_id,
                    array_agg(format('{"scanned_at":"%s","method":%s,"result":%s}',
                        to_char(c.scanned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_json(c.method),
                        to_json(c.result)) ORDER BY c.scanned_at DESC, c.method) AS scans
               FROM scans c
              GROUP BY c.client_id, c.registry_id) c ON c.client_id = s.client_id AND c.registry_id = s.registry_id
     ORDER BY s.client_id, s.registry_id) n
 WHERE a.client_id = n.client_id AND a.registry_id = n.registry_id;

SET LOCAL enable_nestloop = on;

ALTER TABLE "assets" DROP COLUMN "category_detail",
DROP COLUMN "description",
DROP COLUMN "notes",
DROP COLUMN "readiness_gaps",
DROP COLUMN "readiness_score",
DROP COLUMN "risk_score",
DROP COLUMN "seller",
DROP COLUMN "storage_location",
DROP COLUMN "tamper_state",
DROP COLUMN "verification_status";
ALTER TABLE "assets" RENAME COLUMN "category_members" TO "category_detail";

DROP TABLE "heirs";
DROP TABLE "scans";
DROP TABLE "share_links";

-- Derives `collections` of these assets of the client.
CREATE FUNCTION write_sandbox_collections(client text, registry_ids text[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE assets a
     SET collections = (
           SELECT '[' || string_agg(format('{"id":%s,"name":%s}', to_json(c.id), to_json(c.name)),
                                    ',' ORDER BY c.name COLLATE "und-x-icu", c.id) || ']'
             FROM collection_items i JOIN collections c ON c.client_id = client AND c.id = i.collection_id
            WHERE i.client_id = client AND i.registry_id = a.registry_id)
   WHERE a.client_id = client AND a.registry_id = ANY (registry_ids);
END $$;

REVOKE ALL ON FUNCTION write_sandbox_collections(text, text[]) FROM PUBLIC;

-- The rights of the functions below stay as they are.
CREATE OR REPLACE FUNCTION create_sandbox_client(firm text, client text, email text, portfolio jsonb) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made timestamptz(3) := date_trunc('milliseconds', clock_timestamp());
  -- The times of the changes are later than the portfolio, as those of an import are.
  at timestamptz(3) := made + interval '1 millisecond';
BEGIN
  INSERT INTO users (id, name, email, sandbox_firm_id)
  VALUES (client, 'Sandbox client', email, firm)
      ON CONFLICT (sandbox_firm_id) DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO portfolios (client_id, environment, currency, changed_at, created_at)
  VALUES (client, 'sandbox', 'USD', made, made);
  UPDATE portfolios SET data_version = 1, changed_at = at WHERE client_id = client;
  INSERT INTO collections (client_id, id, ref, name)
  SELECT client, r.id, r.ref, r.name
    FROM jsonb_to_recordset(portfolio -> 'collections') AS r (id text, ref text, name text);
  INSERT INTO assets (client_id, registry_id, id, ref, title, category, quantity, created_at, market_value,
                      valued_at, purchase_price, insurance_value, detail, category_detail, estate, verification,
                      document_count, document_types, updated_at, registry_at, valuation_at, detail_at,
                      category_detail_at, documentation_at, estate_at, verification_at)
  SELECT client, r.registry_id, r.id, r.ref, r.title, r.category, r.quantity, at, r.market_value,
         r.valued_at, r.purchase_price, r.insurance_value, r.detail, r.category_detail, r.estate, r.verification,
         r.document_count, r.document_types, at, at, at, at, at, at, at, at
    FROM jsonb_to_recordset(portfolio -> 'assets') AS r (
           registry_id text, id text, ref text, title text, category category, quantity numeric,
           market_value numeric, valued_at timestamptz, purchase_price numeric, insurance_value numeric,
           detail text, category_detail text, estate text, verification text, document_count integer,
           document_types text[]);
  INSERT INTO collection_items (client_id, collection_id, registry_id, added_at)
  SELECT client, r.collection_id, r.registry_id, at
    FROM jsonb_to_recordset(portfolio -> 'collection_items') AS r (collection_id text, registry_id text);
  PERFORM write_sandbox_collections(client, ARRAY(
    SELECT r.registry_id FROM jsonb_to_recordset(portfolio -> 'assets') AS r (registry_id text)));
  INSERT INTO valuations (client_id, registry_id, valued_at, source, id, value)
  SELECT client, r.registry_id, r.valued_at, r.source, r.id, r.value
    FROM jsonb_to_recordset(portfolio -> 'valuations') AS r (
           registry_id text, valued_at timestamptz, source text, id text, value numeric);
  INSERT INTO documents (client_id, id, registry_id, ref, type, title, issuer, issued_on, expires_on, file_size)
  SELECT client, r.id, r.registry_id, r.ref, r.type, r.title, r.issuer, r.issued_on, r.expires_on, r.file_size
    FROM jsonb_to_recordset(portfolio -> 'documents') AS r (
           id text, registry_id text, ref text, type text, title text, issuer text, issued_on date,
           expires_on date, file_size bigint);
  RETURN true;
END $$;

-- What each scope shows of these assets of the client, by registry id. The lists are sorted. It is PL/pgSQL, because a
-- Citus cluster does not find the shard of a statement with parameters of an SQL function.
CREATE OR REPLACE FUNCTION sandbox_blocks(client text, refs text[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  blocks jsonb;
BEGIN
  SELECT jsonb_object_agg(a.registry_id, jsonb_build_object(
           'registry', jsonb_build_array(a.title, a.category, a.quantity, a.created_at),
           'valuation', jsonb_build_array(a.market_value, a.valued_at, a.purchase_price, a.insurance_value,
             (SELECT jsonb_agg(jsonb_build_array(v.valued_at, v.source, v.value) ORDER BY v.valued_at, v.source)
                FROM valuations v WHERE v.client_id = client AND v.registry_id = a.registry_id)),
           'detail', jsonb_build_array(a.detail, a.collections,
             (SELECT coalesce(jsonb_agg(i.collection_id ORDER BY i.collection_id), '[]')
                FROM collection_items i WHERE i.client_id = client AND i.registry_id = a.registry_id)),
           'category_detail', a.category_detail,
           'documentation', (SELECT jsonb_agg(jsonb_build_array(
                 d.ref, d.type, d.title, d.issuer, d.issued_on, d.expires_on, d.file_size) ORDER BY d.ref)
                FROM documents d WHERE d.client_id = client AND d.registry_id = a.registry_id),
           'estate', a.estate,
           'verification', a.verification))
    INTO blocks FROM assets a WHERE a.client_id = client AND a.ref = ANY (refs);
  RETURN coalesce(blocks, '{}');
END $$;

-- Puts the assets of `portfolio` in place of those with the same refs, and removes the assets `removed`, or all others if
-- `only_these` is true. Like an import, it keeps the ids of assets, sets the time of each scope whose block has changed,
-- writes tombstones, and raises the data version. Returns the instant of the change, or null if nothing changed.
CREATE OR REPLACE FUNCTION change_sandbox_portfolio(firm text, client text, portfolio jsonb, removed text[], only_these boolean)
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  at timestamptz(3);
  wanted text[] := ARRAY(SELECT r.ref FROM jsonb_to_recordset(portfolio -> 'assets') AS r (ref text));
  gone text[] := removed;
  known jsonb;
  places jsonb;
  collection_ids jsonb;
  kept jsonb;
  before jsonb;
  after jsonb;
  changed jsonb;
  touched text[];
  lost bigint;
BEGIN
  PERFORM FROM users WHERE id = client AND sandbox_firm_id = firm;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This is not the sandbox client of the firm.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- The locks of an import, and then its next instant (src/database/portfolio-locks.ts, next-instant.ts).
  UPDATE portfolios SET data_version = data_version
   WHERE client_id = client AND environment = 'sandbox' AND erased_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no portfolio of a sandbox client.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM pg_advisory_xact_lock(7274340, hashtext(client_id)) FROM portfolios WHERE client_id = client;
  SELECT greatest(date_trunc('milliseconds', clock_timestamp()), greatest(
           (SELECT max(greatest(changed_at, import_begun_at, full_before)) FROM portfolios WHERE client_id = client),
           (SELECT max(updated_at) FROM grants WHERE client_id = client),
           (SELECT max(greatest(until, deltas_from)) FROM shown_expiries WHERE client_id = client))
           + interval '1 millisecond')
    INTO at FROM portfolios WHERE client_id = client;

  IF only_these THEN
    gone := ARRAY(SELECT a.ref FROM assets a WHERE a.client_id = client AND a.ref <> ALL (wanted));
  END IF;
  INSERT INTO tombstones (client_id, removed_at, registry_id, category, collection_ids, market_value)
  SELECT a.client_id, at, a.registry_id, a.category,
         ARRAY(SELECT i.collection_id FROM collection_items i
                WHERE i.client_id = client AND i.registry_id = a.registry_id ORDER BY i.collection_id),
         a.market_value
    FROM assets a WHERE a.client_id = client AND a.ref = ANY (gone);
  INSERT INTO removed_assets (client_id, ref, registry_id, id, removed_at)
  SELECT a.client_id, a.ref, a.registry_id, a.id, at FROM assets a WHERE a.client_id = client AND a.ref = ANY (gone)
      ON CONFLICT (client_id, ref) DO UPDATE SET removed_at = excluded.removed_at;
  DELETE FROM assets WHERE client_id = client AND ref = ANY (gone);
  GET DIAGNOSTICS lost = ROW_COUNT;

  -- An asset keeps its ids, also after its removal.
  SELECT coalesce(jsonb_object_agg(k.ref, jsonb_build_array(k.registry_id, k.id)), '{}') INTO known
    FROM (SELECT d.ref, d.registry_id, d.id FROM removed_assets d WHERE d.client_id = client AND d.ref = ANY (wanted)
           UNION ALL
          SELECT a.ref, a.registry_id, a.id FROM assets a WHERE a.client_id = client AND a.ref = ANY (wanted)) k;
  SELECT coalesce(jsonb_object_agg(r.ref, jsonb_build_array(r.registry_id, r.id)), '{}') || known INTO places
    FROM jsonb_to_recordset(portfolio -> 'assets') AS r (ref text, registry_id text, id text);
  SELECT coalesce(jsonb_object_agg(c.ref, c.id), '{}') INTO collection_ids FROM collections c WHERE c.client_id = client;
  before := sandbox_blocks(client, wanted);
  touched := ARRAY(SELECT jsonb_object_keys(before));
  -- So do the parts of an asset, which are written again below.
  SELECT coalesce(jsonb_object_agg(k.part, k.value), '{}') INTO kept
    FROM (SELECT v.registry_id || ' ' || v.source || ' ' || extract(epoch FROM v.valued_at) AS part, v.id AS value
            FROM valuations v WHERE v.client_id = client AND v.registry_id = ANY (touched)
           UNION ALL
          SELECT 'document ' || d.ref, d.id FROM documents d WHERE d.client_id = client AND d.registry_id = ANY (touched)
           UNION ALL
          SELECT 'item ' || i.registry_id || ' ' || i.collection_id, i.added_at::text
            FROM collection_items i WHERE i.client_id = client AND i.registry_id = ANY (touched)) k;

  -- The link of an asset has the unique part of its id.
  INSERT INTO assets AS a (client_id, registry_id, id, ref, title, category, quantity, created_at, market_value,
                      valued_at, purchase_price, insurance_value, detail, category_detail, estate, verification,
                      document_count, document_types, updated_at, registry_at, valuation_at, detail_at,
                      category_detail_at, documentation_at, estate_at, verification_at)
  SELECT client, places -> r.ref ->> 0, places -> r.ref ->> 1, r.ref, r.title, r.category, r.quantity, at, r.market_value,
         r.valued_at, r.purchase_price, r.insurance_value, r.detail, r.category_detail,
         replace(r.estate, substr(r.id, length('item_') + 1), substr(places -> r.ref ->> 1, length('item_') + 1)),
         r.verification, r.document_count, r.document_types, at, at, at, at, at, at, at, at
    FROM jsonb_to_recordset(portfolio -> 'assets') AS r (
           id text, ref text, title text, category category, quantity numeric,
           market_value numeric, valued_at timestamptz, purchase_price numeric, insurance_value numeric,
           detail text, category_detail text, estate text, verification text, document_count integer,
           document_types text[])
      ON CONFLICT (client_id, registry_id) DO UPDATE
     SET title = excluded.title, category = excluded.category, quantity = excluded.quantity,
         market_value = excluded.market_value, valued_at = excluded.valued_at,
         purchase_price = excluded.purchase_price, insurance_value = excluded.insurance_value,
         detail = excluded.detail, category_detail = excluded.category_detail, estate = excluded.estate,
         verification = excluded.verification,
         document_count = excluded.document_count, document_types = excluded.document_types;
  IF (SELECT count(*) FROM assets a WHERE a.client_id = client) > 5000 THEN
    RAISE EXCEPTION 'A sandbox client has at most 5000 assets.' USING ERRCODE = 'check_violation';
  END IF;
  DELETE FROM collection_items WHERE client_id = client AND registry_id = ANY (touched);
  DELETE FROM valuations WHERE client_id = client AND registry_id = ANY (touched);
  DELETE FROM documents WHERE client_id = client AND registry_id = ANY (touched);
  INSERT INTO collection_items (client_id, collection_id, registry_id, added_at)
  SELECT client, n.collection_id, n.registry_id,
         coalesce((kept ->> ('item ' || n.registry_id || ' ' || n.collection_id))::timestamptz, at)
    FROM (SELECT collection_ids ->> r.collection AS collection_id, places -> r.asset ->> 0 AS registry_id
            FROM jsonb_to_recordset(portfolio -> 'collection_items') AS r (collection text, asset text)) n;
  PERFORM write_sandbox_collections(client, ARRAY(SELECT p.value ->> 0 FROM jsonb_each(places) p));
  INSERT INTO valuations (client_id, registry_id, valued_at, source, id, value)
  SELECT client, places -> r.asset ->> 0, r.valued_at, r.source,
         coalesce(kept ->> ((places -> r.asset ->> 0) || ' ' || r.source || ' ' || extract(epoch FROM r.valued_at)), r.id),
         r.value
    FROM jsonb_to_recordset(portfolio -> 'valuations') AS r (
           asset text, valued_at timestamptz(3), source text, id text, value numeric);
  INSERT INTO documents (client_id, id, registry_id, ref, type, title, issuer, issued_on, expires_on, file_size)
  SELECT client, coalesce(kept ->> ('document ' || r.ref), r.id), places -> r.asset ->> 0, r.ref, r.type, r.title,
         r.issuer, r.issued_on, r.expires_on, r.file_size
    FROM jsonb_to_recordset(portfolio -> 'documents') AS r (
           id text, asset text, ref text, type text, title text, issuer text, issued_on date,
           expires_on date, file_size bigint);

  after := sandbox_blocks(client, wanted);
  SELECT coalesce(jsonb_object_agg(b.key, c.scopes), '{}') INTO changed
    FROM jsonb_each(before) b
   CROSS JOIN LATERAL (SELECT jsonb_agg(s.key) AS scopes FROM jsonb_each(b.value) s
                        WHERE s.value IS DISTINCT FROM after -> b.key -> s.key) c
   WHERE c.scopes IS NOT NULL;
  touched := ARRAY(SELECT jsonb_object_keys(changed));
  UPDATE assets
     SET updated_at = at,
         registry_at = CASE WHEN changed -> registry_id ? 'registry' THEN at ELSE registry_at END,
         valuation_at = CASE WHEN changed -> registry_id ? 'valuation' THEN at ELSE valuation_at END,
         detail_at = CASE WHEN changed -> registry_id ? 'detail' THEN at ELSE detail_at END,
         category_detail_at = CASE WHEN changed -> registry_id ? 'category_detail' THEN at ELSE category_detail_at END,
         documentation_at = CASE WHEN changed -> registry_id ? 'documentation' THEN at ELSE documentation_at END,
         estate_at = CASE WHEN changed -> registry_id ? 'estate' THEN at ELSE estate_at END,
         verification_at = CASE WHEN changed -> registry_id ? 'verification' THEN at ELSE verification_at END
   WHERE client_id = client AND registry_id = ANY (touched);
  -- An asset that has left a category or a collection, or has another market value, may have left a filtered list.
  INSERT INTO tombstones (client_id, removed_at, registry_id, category, collection_ids, market_value)
  SELECT client, at, n.registry_id, n.category::category, ARRAY(SELECT jsonb_array_elements_text(n.collections)), n.value
    FROM (SELECT b.key AS registry_id, b.value -> 'registry' ->> 1 AS category,
                 b.value -> 'detail' -> 2 AS collections, (b.value -> 'valuation' ->> 0)::numeric AS value,
                 after -> b.key AS now
            FROM jsonb_each(before) b) n
   WHERE n.now -> 'registry' ->> 1 <> n.category
      OR n.value <> coalesce((n.now -> 'valuation' ->> 0)::numeric, n.value + 1)
      OR NOT n.now -> 'detail' -> 2 @> n.collections;
  IF lost = 0 AND changed = '{}' AND cardinality(wanted) = (SELECT count(*) FROM jsonb_object_keys(before)) THEN
    RETURN NULL;
  END IF;
  UPDATE portfolios SET data_version = data_version + 1, changed_at = at WHERE client_id = client;
  RETURN at;
END $$;
