-- A sandbox client is fictional, and any holder of a sandbox key writes its history. So its history is short.

-- Whether the client is the sandbox client of a firm.
CREATE FUNCTION is_sandbox_client(client text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM users u WHERE u.id = client AND u.sandbox_firm_id IS NOT NULL);
END $$;

REVOKE ALL ON FUNCTION is_sandbox_client(text) FROM PUBLIC;

-- As before, and an event of a sandbox client ends after seven days.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  feed_columns text[] := '{feed_version,feed_state}';
  answer_columns text[] := '{deletion_answer,deletion_answered_at,deletion_note}';
  before jsonb;
  after jsonb;
BEGIN
  IF TG_TABLE_NAME = 'audit_events' AND TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) = to_jsonb(OLD) || '{"details": {}}' THEN
      RETURN NEW;
    END IF;
  END IF;
  IF TG_TABLE_NAME = 'audit_events' AND TG_OP = 'DELETE' THEN
    IF OLD.at < clock_timestamp() - interval '7 days' AND public.is_sandbox_client(OLD.client_id) THEN
      RETURN OLD;
    END IF;
  END IF;
  -- The name of the table is that of a shard on a cluster.
  IF TG_ARGV[0] = 'a revoked row' THEN
    before := to_jsonb(OLD) - feed_columns;
    after := to_jsonb(NEW) - feed_columns;
    IF after IN (before, before || '{"reference": null}', before || '{"reference": null, "deletion_note": null}') THEN
      RETURN NEW;
    END IF;
    IF before ->> 'deletion_requested_at' IS NOT NULL AND before ->> 'deletion_answer' IS NULL
       AND after - answer_columns = before - answer_columns THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of % never changes', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Moves deltas_from of a sandbox client forward: to `begin_at`, but not past the last seven days, and further where more
-- than `kept` tombstones are newer. Like move_deltas_from it moves nothing back.
CREATE FUNCTION move_sandbox_deltas_from(client text, begin_at timestamptz, kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first_kept timestamptz := least(begin_at, clock_timestamp() - interval '7 days');
BEGIN
  IF NOT is_sandbox_client(client) THEN
    RAISE EXCEPTION 'This is not a sandbox client.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- All tombstones of an instant stay together.
  first_kept := greatest(first_kept,
    (SELECT t.removed_at FROM tombstones t WHERE t.client_id = client ORDER BY t.removed_at DESC OFFSET kept LIMIT 1));
  IF EXISTS (SELECT FROM tombstones t WHERE t.client_id = client AND t.removed_at < first_kept) THEN
    INSERT INTO shown_expiries AS x (client_id, until, deltas_from) VALUES (client, timestamptz 'epoch', first_kept)
        ON CONFLICT (client_id) DO UPDATE SET deltas_from = excluded.deltas_from
     WHERE x.deltas_from IS NULL OR x.deltas_from < excluded.deltas_from;
  END IF;
END $$;

REVOKE ALL ON FUNCTION move_sandbox_deltas_from(text, timestamptz, integer) FROM PUBLIC;

-- Removes what a sandbox client has from before `before`, but not of the last seven days: at most `most` audit events, and at
-- most `most` ended grants that the change feed has reported. The last grant of each key stays: it says why the key reads
-- nothing. Returns the two numbers.
CREATE FUNCTION remove_sandbox_records(client text, before timestamptz, most integer,
  OUT events bigint, OUT ended_grants bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first_kept timestamptz := least(before, clock_timestamp() - interval '7 days');
  old text[];
BEGIN
  IF NOT is_sandbox_client(client) THEN
    RAISE EXCEPTION 'This is not a sandbox client.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  old := ARRAY(SELECT e.id FROM audit_events e WHERE e.client_id = client AND e.at < first_kept LIMIT most);
  DELETE FROM audit_events e WHERE e.id = ANY (old);
  events := cardinality(old);
  old := ARRAY(
    SELECT g.id FROM grants g
     WHERE g.client_id = client AND least(g.revoked_at, g.expires_at) < first_kept
       AND g.feed_version = g.version AND g.feed_state = g.state
       AND EXISTS (SELECT FROM grants l WHERE l.client_id = client AND l.key_id = g.key_id
                    AND (l.created_at, l.id) > (g.created_at, g.id))
     LIMIT most);
  DELETE FROM consents c WHERE c.client_id = client AND c.grant_id = ANY (old);
  DELETE FROM sent_notices n WHERE n.client_id = client AND n.grant_id = ANY (old);
  DELETE FROM grant_usage u WHERE u.grant_id = ANY (old);
  DELETE FROM feed_grants f WHERE f.grant_id = ANY (old);
  DELETE FROM grants g WHERE g.client_id = client AND g.id = ANY (old);
  ended_grants := cardinality(old);
END $$;

REVOKE ALL ON FUNCTION remove_sandbox_records(text, timestamptz, integer) FROM PUBLIC;
