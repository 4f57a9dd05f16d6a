-- What the data model's language cannot say: checks, partial indexes, and the triggers that keep
-- a portfolio's version, its assets' `updated_at` and its departures, whoever writes.

-- ---------------------------------------------------------------- checks and partial indexes

CREATE UNIQUE INDEX grants_one_active ON grants (key_id, client_id) WHERE state = 'active';

ALTER TABLE grants
  ADD CONSTRAINT grants_have_registry CHECK ('registry' = ANY (scopes)),
  ADD CONSTRAINT grants_all_has_no_values CHECK (filter_type <> 'all' OR filter_values = '{}'),
  ADD CONSTRAINT grants_collection_has_one CHECK (filter_type <> 'collection' OR cardinality(filter_values) = 1),
  ADD CONSTRAINT grants_revoked_at CHECK ((state = 'revoked') = (revoked_at IS NOT NULL));

ALTER TABLE api_keys
  ADD CONSTRAINT api_keys_have_registry CHECK ('registry' = ANY (scopes)),
  ADD CONSTRAINT api_keys_revoked_at CHECK ((state = 'revoked') = (revoked_at IS NOT NULL));

ALTER TABLE users ADD CONSTRAINT users_email_lower CHECK (email = lower(email));
ALTER TABLE key_secrets ADD CONSTRAINT key_secrets_sha256 CHECK (octet_length(hash) = 32);
ALTER TABLE access_tokens ADD CONSTRAINT access_tokens_sha256 CHECK (octet_length(hash) = 32);
ALTER TABLE assets
  ADD CONSTRAINT assets_risk_score CHECK (risk_score BETWEEN 0 AND 100),
  ADD CONSTRAINT assets_readiness_score CHECK (readiness_score BETWEEN 0 AND 100);
ALTER TABLE heirs ADD CONSTRAINT heirs_share CHECK (share_percent BETWEEN 0 AND 100);

-- ---------------------------------------------------------------- what never changes

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % never changes', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER portfolios_fixed BEFORE UPDATE ON portfolios FOR EACH ROW
  WHEN ((OLD.client_id, OLD.environment, OLD.currency) IS DISTINCT FROM (NEW.client_id, NEW.environment, NEW.currency))
  EXECUTE FUNCTION refuse_change('client, environment or currency');
CREATE TRIGGER api_keys_fixed BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN ((OLD.id, OLD.firm_id, OLD.environment) IS DISTINCT FROM (NEW.id, NEW.firm_id, NEW.environment))
  EXECUTE FUNCTION refuse_change('id, firm or environment');
CREATE TRIGGER api_keys_final BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (OLD.state = 'revoked' AND (NEW.state, NEW.revoked_at) IS DISTINCT FROM (OLD.state, OLD.revoked_at))
  EXECUTE FUNCTION refuse_change('revocation');
CREATE TRIGGER grants_final BEFORE UPDATE ON grants FOR EACH ROW
  WHEN (OLD.state = 'revoked')
  EXECUTE FUNCTION refuse_change('a revoked row');
CREATE TRIGGER assets_fixed BEFORE UPDATE ON assets FOR EACH ROW
  WHEN ((OLD.client_id, OLD.registry_id, OLD.id) IS DISTINCT FROM (NEW.client_id, NEW.registry_id, NEW.id))
  EXECUTE FUNCTION refuse_change('client, registry id or id');
CREATE TRIGGER audit_events_fixed BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW
  EXECUTE FUNCTION refuse_change('an event');

-- ---------------------------------------------------------------- the portfolio's version

-- The instant of this transaction's change to a portfolio, the same for the whole transaction.
-- Taking it locks the portfolio's row until the end of the transaction. So of two transactions
-- the one with the later instant commits later, and a reader who has seen `changed_at` has seen
-- every change up to it: that is what makes `as_of` safe to pass on.
CREATE FUNCTION stamp_portfolio(client text) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  this_xact bigint := pg_current_xact_id()::text::bigint;
  stamp timestamptz;
BEGIN
  -- Looked for before it is taken, since every changed asset asks. The last test is for a dump
  -- restored into a younger server, where transaction ids come again.
  SELECT changed_at INTO stamp FROM portfolios
   WHERE client_id = client AND changed_xact = this_xact
     AND changed_at >= date_trunc('milliseconds', now());
  IF stamp IS NULL THEN
    UPDATE portfolios
       SET data_version = data_version + 1,
           changed_xact = this_xact,
           changed_at = greatest(date_trunc('milliseconds', clock_timestamp()),
                                 changed_at + interval '1 millisecond')
     WHERE client_id = client
    RETURNING changed_at INTO stamp;
  END IF;
  RETURN stamp;
END $$;

CREATE FUNCTION asset_collections(client text, registry text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(collection_id ORDER BY collection_id), '{}')
    FROM collection_items WHERE client_id = client AND registry_id = registry
$$;

-- An asset may lose its category and a collection in one transaction: one row tells both.
CREATE FUNCTION record_departure(was assets, collections text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO departures AS d (client_id, departed_at, registry_id, category, collection_ids, market_value)
  VALUES (was.client_id, stamp_portfolio(was.client_id), was.registry_id, was.category, collections, was.market_value)
  ON CONFLICT (client_id, departed_at, registry_id) DO UPDATE
    SET collection_ids = ARRAY(SELECT unnest(d.collection_ids) UNION SELECT unnest(EXCLUDED.collection_ids))
$$;

CREATE FUNCTION assets_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
    IF NEW.category <> OLD.category THEN
      PERFORM record_departure(OLD, asset_collections(OLD.client_id, OLD.registry_id));
    END IF;
  END IF;
  NEW.updated_at := stamp_portfolio(NEW.client_id);
  RETURN NEW;
END $$;

CREATE TRIGGER assets_change BEFORE INSERT OR UPDATE ON assets FOR EACH ROW
  EXECUTE FUNCTION assets_change();

CREATE FUNCTION assets_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_departure(OLD, asset_collections(OLD.client_id, OLD.registry_id));
  RETURN OLD;
END $$;

CREATE TRIGGER assets_end BEFORE DELETE ON assets FOR EACH ROW EXECUTE FUNCTION assets_end();

-- ---------------------------------------------------------------- related data

-- A change to an asset's related rows is a change to the asset. Once per statement, over the
-- rows it changed; assets already stamped by this transaction are left alone.
CREATE FUNCTION related_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text;
  stamp timestamptz;
BEGIN
  FOR client IN SELECT DISTINCT client_id FROM changed LOOP
    stamp := stamp_portfolio(client);
    UPDATE assets a SET updated_at = stamp
      FROM (SELECT DISTINCT registry_id FROM changed WHERE client_id = client) c
     WHERE a.client_id = client AND a.registry_id = c.registry_id AND a.updated_at < stamp;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION documents_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text;
  stamp timestamptz;
BEGIN
  FOR client IN SELECT DISTINCT client_id FROM changed LOOP
    stamp := stamp_portfolio(client);
    UPDATE assets a SET updated_at = stamp, document_count = n.total, document_types = n.types
      FROM (SELECT c.registry_id, count(d.ref)::int AS total,
                   coalesce(array_agg(DISTINCT d.type ORDER BY d.type) FILTER (WHERE d.ref IS NOT NULL), '{}') AS types
              FROM (SELECT DISTINCT registry_id FROM changed WHERE client_id = client) c
              LEFT JOIN documents d ON d.client_id = client AND d.registry_id = c.registry_id
             GROUP BY c.registry_id) n
     WHERE a.client_id = client AND a.registry_id = n.registry_id
       AND (a.updated_at, a.document_count, a.document_types) IS DISTINCT FROM (stamp, n.total, n.types);
  END LOOP;
  RETURN NULL;
END $$;

-- Leaving a collection: the asset departs from those who read only that collection. Where the
-- asset itself was deleted its row is gone by now, and its own departure has been recorded.
CREATE FUNCTION collection_items_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_departure(a, ARRAY(
            SELECT c.collection_id FROM changed c WHERE c.client_id = a.client_id AND c.registry_id = a.registry_id
            UNION SELECT unnest(asset_collections(a.client_id, a.registry_id))))
     FROM assets a
    WHERE (a.client_id, a.registry_id) IN (SELECT client_id, registry_id FROM changed);
  RETURN NULL;
END $$;

CREATE FUNCTION collections_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stamp_portfolio(NEW.client_id);
  UPDATE assets a SET updated_at = stamp_portfolio(NEW.client_id)
    FROM collection_items i
   WHERE i.client_id = NEW.client_id AND i.collection_id = NEW.id
     AND a.client_id = NEW.client_id AND a.registry_id = i.registry_id;
  RETURN NULL;
END $$;

CREATE TRIGGER collections_rename AFTER UPDATE ON collections FOR EACH ROW
  WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION collections_change();

DO $$
DECLARE
  related text;
  action text;
BEGIN
  FOREACH related IN ARRAY ARRAY['valuations', 'heirs', 'share_links', 'scans', 'collection_items', 'documents'] LOOP
    action := CASE related WHEN 'documents' THEN 'documents_change' ELSE 'related_change' END;
    EXECUTE format('CREATE TRIGGER %1$s_insert AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION %2$s()', related, action);
    EXECUTE format('CREATE TRIGGER %1$s_update AFTER UPDATE ON %1$s REFERENCING NEW TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION %2$s()', related, action);
    -- A row may move to another asset: the one it left has changed as well.
    EXECUTE format('CREATE TRIGGER %1$s_leave AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION %2$s()', related, action);
    EXECUTE format('CREATE TRIGGER %1$s_delete AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed
                    FOR EACH STATEMENT EXECUTE FUNCTION %2$s()', related, action);
  END LOOP;
END $$;

CREATE TRIGGER collection_items_end AFTER DELETE ON collection_items REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION collection_items_end();
