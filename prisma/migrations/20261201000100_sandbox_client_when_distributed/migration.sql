-- Where the portfolios are distributed, an UPDATE may not call a function with a column: the times are known before. The
-- rights of the function stay as they are.
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
                      valued_at, purchase_price, insurance_value, description, notes, seller,
                      storage_location, category_detail, readiness_score, readiness_gaps,
                      verification_status, risk_score, tamper_state, document_count, document_types, updated_at,
                      registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at,
                      verification_at)
  SELECT client, r.registry_id, r.id, r.ref, r.title, r.category, r.quantity, at, r.market_value,
         r.valued_at, r.purchase_price, r.insurance_value, r.description, r.notes, r.seller,
         r.storage_location, r.category_detail, r.readiness_score, r.readiness_gaps,
         r.verification_status, r.risk_score, r.tamper_state, r.document_count, r.document_types,
         at, at, at, at, at, at, at, at
    FROM jsonb_to_recordset(portfolio -> 'assets') AS r (
           registry_id text, id text, ref text, title text, category category, quantity numeric,
           market_value numeric, valued_at timestamptz, purchase_price numeric, insurance_value numeric,
           description text, notes text, seller text, storage_location text, category_detail jsonb,
           readiness_score integer, readiness_gaps text[], verification_status text, risk_score integer,
           tamper_state text, document_count integer, document_types text[]);
  INSERT INTO collection_items (client_id, collection_id, registry_id, added_at)
  SELECT client, r.collection_id, r.registry_id, at
    FROM jsonb_to_recordset(portfolio -> 'collection_items') AS r (collection_id text, registry_id text);
  INSERT INTO valuations (client_id, registry_id, valued_at, source, id, value)
  SELECT client, r.registry_id, r.valued_at, r.source, r.id, r.value
    FROM jsonb_to_recordset(portfolio -> 'valuations') AS r (
           registry_id text, valued_at timestamptz, source text, id text, value numeric);
  INSERT INTO documents (client_id, id, registry_id, ref, type, title, issuer, issued_on, expires_on, file_size)
  SELECT client, r.id, r.registry_id, r.ref, r.type, r.title, r.issuer, r.issued_on, r.expires_on, r.file_size
    FROM jsonb_to_recordset(portfolio -> 'documents') AS r (
           id text, registry_id text, ref text, type text, title text, issuer text, issued_on date,
           expires_on date, file_size bigint);
  INSERT INTO heirs (client_id, registry_id, position, name, relationship, share_percent)
  SELECT client, r.registry_id, r.position, r.name, r.relationship, r.share_percent
    FROM jsonb_to_recordset(portfolio -> 'heirs') AS r (
           registry_id text, position integer, name text, relationship text, share_percent numeric);
  INSERT INTO share_links (client_id, registry_id, label, id, created_at, expires_at)
  SELECT client, r.registry_id, r.label, r.id, r.created_at, r.expires_at
    FROM jsonb_to_recordset(portfolio -> 'share_links') AS r (
           registry_id text, label text, id text, created_at timestamptz, expires_at timestamptz);
  INSERT INTO scans (client_id, registry_id, scanned_at, method, result)
  SELECT client, r.registry_id, r.scanned_at, r.method, r.result
    FROM jsonb_to_recordset(portfolio -> 'scans') AS r (
           registry_id text, scanned_at timestamptz, method text, result text);
  RETURN true;
END $$;
