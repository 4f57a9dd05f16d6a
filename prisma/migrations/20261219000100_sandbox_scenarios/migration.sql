-- The scenarios of a sandbox client. The runtime role has no right to write portfolios. It calls one function, which
-- writes as the owner, and only the portfolio of the sandbox client of one firm.

-- What each scope shows of these assets of the client, by registry id. The lists are sorted. It is PL/pgSQL, because a
-- Citus cluster does not find the shard of a statement with parameters of an SQL function.
CREATE FUNCTION sandbox_blocks(client text, refs text[]) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  blocks jsonb;
BEGIN
  SELECT jsonb_object_agg(a.registry_id, jsonb_build_object(
           'registry', jsonb_build_array(a.title, a.category, a.quantity, a.created_at),
           'valuation', jsonb_build_array(a.market_value, a.valued_at, a.purchase_price, a.insurance_value,
             (SELECT jsonb_agg(jsonb_build_array(v.valued_at, v.source, v.value) ORDER BY v.valued_at, v.source)
                FROM valuations v WHERE v.client_id = client AND v.registry_id = a.registry_id)),
           'detail', jsonb_build_array(a.description, a.notes, a.seller, a.storage_location,
             (SELECT coalesce(jsonb_agg(i.collection_id ORDER BY i.collection_id), '[]')
                FROM collection_items i WHERE i.client_id = client AND i.registry_id = a.registry_id)),
           'category_detail', a.category_detail,
           'documentation', (SELECT jsonb_agg(jsonb_build_array(
                 d.ref, d.type, d.title, d.issuer, d.issued_on, d.expires_on, d.file_size) ORDER BY d.ref)
                FROM documents d WHERE d.client_id = client AND d.registry_id = a.registry_id),
           'estate', jsonb_build_array(a.readiness_score, a.readiness_gaps,
             (SELECT jsonb_agg(jsonb_build_array(h.name, h.relationship, h.share_percent) ORDER BY h.position)
                FROM heirs h WHERE h.client_id = client AND h.registry_id = a.registry_id),
             (SELECT jsonb_agg(jsonb_build_array(l.label, l.created_at, l.expires_at, l.revoked_at) ORDER BY l.label)
                FROM share_links l WHERE l.client_id = client AND l.registry_id = a.registry_id)),
           'verification', jsonb_build_array(a.verification_status, a.risk_score, a.tamper_state,
             (SELECT jsonb_agg(jsonb_build_array(s.scanned_at, s.method, s.result) ORDER BY s.scanned_at, s.method)
                FROM scans s WHERE s.client_id = client AND s.registry_id = a.registry_id))))
    INTO blocks FROM assets a WHERE a.client_id = client AND a.ref = ANY (refs);
  RETURN coalesce(blocks, '{}');
END $$;

-- Puts the assets of `portfolio` in place of those with the same refs, and removes the assets `removed`, or all others if
-- `only_these` is true. Like an import, it keeps the ids of assets, sets the time of each scope whose block has changed,
-- writes tombstones, and raises the data version. Returns the instant of the change, or null if nothing changed.
CREATE FUNCTION change_sandbox_portfolio(firm text, client text, portfolio jsonb, removed text[], only_these boolean)
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
          SELECT 'link ' || l.registry_id || ' ' || l.label, l.id
            FROM share_links l WHERE l.client_id = client AND l.registry_id = ANY (touched)
           UNION ALL
          SELECT 'item ' || i.registry_id || ' ' || i.collection_id, i.added_at::text
            FROM collection_items i WHERE i.client_id = client AND i.registry_id = ANY (touched)) k;

  INSERT INTO assets AS a (client_id, registry_id, id, ref, title, category, quantity, created_at, market_value,
                      valued_at, purchase_price, insurance_value, description, notes, seller,
                      storage_location, category_detail, readiness_score, readiness_gaps,
                      verification_status, risk_score, tamper_state, document_count, document_types, updated_at,
                      registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at,
                      verification_at)
  SELECT client, places -> r.ref ->> 0, places -> r.ref ->> 1, r.ref, r.title, r.category, r.quantity, at, r.market_value,
         r.valued_at, r.purchase_price, r.insurance_value, r.description, r.notes, r.seller,
         r.storage_location, r.category_detail, r.readiness_score, r.readiness_gaps,
         r.verification_status, r.risk_score, r.tamper_state, r.document_count, r.document_types,
         at, at, at, at, at, at, at, at
    FROM jsonb_to_recordset(portfolio -> 'assets') AS r (
           ref text, title text, category category, quantity numeric,
           market_value numeric, valued_at timestamptz, purchase_price numeric, insurance_value numeric,
           description text, notes text, seller text, storage_location text, category_detail jsonb,
           readiness_score integer, readiness_gaps text[], verification_status text, risk_score integer,
           tamper_state text, document_count integer, document_types text[])
      ON CONFLICT (client_id, registry_id) DO UPDATE
     SET title = excluded.title, category = excluded.category, quantity = excluded.quantity,
         market_value = excluded.market_value, valued_at = excluded.valued_at,
         purchase_price = excluded.purchase_price, insurance_value = excluded.insurance_value,
         description = excluded.description, notes = excluded.notes, seller = excluded.seller,
         storage_location = excluded.storage_location, category_detail = excluded.category_detail,
         readiness_score = excluded.readiness_score, readiness_gaps = excluded.readiness_gaps,
         verification_status = excluded.verification_status, risk_score = excluded.risk_score,
         tamper_state = excluded.tamper_state, document_count = excluded.document_count,
         document_types = excluded.document_types;
  IF (SELECT count(*) FROM assets a WHERE a.client_id = client) > 5000 THEN
    RAISE EXCEPTION 'A sandbox client has at most 5000 assets.' USING ERRCODE = 'check_violation';
  END IF;
  DELETE FROM collection_items WHERE client_id = client AND registry_id = ANY (touched);
  DELETE FROM valuations WHERE client_id = client AND registry_id = ANY (touched);
  DELETE FROM documents WHERE client_id = client AND registry_id = ANY (touched);
  DELETE FROM heirs WHERE client_id = client AND registry_id = ANY (touched);
  DELETE FROM share_links WHERE client_id = client AND registry_id = ANY (touched);
  DELETE FROM scans WHERE client_id = client AND registry_id = ANY (touched);
  INSERT INTO collection_items (client_id, collection_id, registry_id, added_at)
  SELECT client, n.collection_id, n.registry_id,
         coalesce((kept ->> ('item ' || n.registry_id || ' ' || n.collection_id))::timestamptz, at)
    FROM (SELECT collection_ids ->> r.collection AS collection_id, places -> r.asset ->> 0 AS registry_id
            FROM jsonb_to_recordset(portfolio -> 'collection_items') AS r (collection text, asset text)) n;
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
  INSERT INTO heirs (client_id, registry_id, position, name, relationship, share_percent)
  SELECT client, places -> r.asset ->> 0, r.position, r.name, r.relationship, r.share_percent
    FROM jsonb_to_recordset(portfolio -> 'heirs') AS r (
           asset text, position integer, name text, relationship text, share_percent numeric);
  INSERT INTO share_links (client_id, registry_id, label, id, created_at, expires_at)
  SELECT client, places -> r.asset ->> 0, r.label,
         coalesce(kept ->> ('link ' || (places -> r.asset ->> 0) || ' ' || r.label), r.id), r.created_at, r.expires_at
    FROM jsonb_to_recordset(portfolio -> 'share_links') AS r (
           asset text, label text, id text, created_at timestamptz, expires_at timestamptz);
  INSERT INTO scans (client_id, registry_id, scanned_at, method, result)
  SELECT client, places -> r.asset ->> 0, r.scanned_at, r.method, r.result
    FROM jsonb_to_recordset(portfolio -> 'scans') AS r (
           asset text, scanned_at timestamptz, method text, result text);

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
                 b.value -> 'detail' -> 4 AS collections, (b.value -> 'valuation' ->> 0)::numeric AS value,
                 after -> b.key AS now
            FROM jsonb_each(before) b) n
   WHERE n.now -> 'registry' ->> 1 <> n.category
      OR n.value <> coalesce((n.now -> 'valuation' ->> 0)::numeric, n.value + 1)
      OR NOT n.now -> 'detail' -> 4 @> n.collections;
  IF lost = 0 AND changed = '{}' AND cardinality(wanted) = (SELECT count(*) FROM jsonb_object_keys(before)) THEN
    RETURN NULL;
  END IF;
  UPDATE portfolios SET data_version = data_version + 1, changed_at = at WHERE client_id = client;
  RETURN at;
END $$;

-- By default every role may call a new function.
REVOKE ALL ON FUNCTION sandbox_blocks(text, text[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION change_sandbox_portfolio(text, text, jsonb, text[], boolean) FROM PUBLIC;
