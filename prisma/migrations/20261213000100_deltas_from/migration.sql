-- What is needed so that tombstones can be removed when their retention is over.

-- From before this instant a walk is full.
ALTER TABLE "shown_expiries" ADD COLUMN     "deltas_from" TIMESTAMPTZ(3);

-- Whether a removed asset should still have a tombstone.
ALTER TABLE "removed_assets" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- Moves deltas_from of all portfolios forward. The role that serves requests may not write the column: moved back, it would
-- hide removals from mirrors. Ordered: two calls lock the rows in the same order.
CREATE FUNCTION move_deltas_from(begin_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO shown_expiries AS x (client_id, until, deltas_from)
  SELECT p.client_id, timestamptz 'epoch', begin_at
    FROM portfolios p LEFT JOIN shown_expiries s ON s.client_id = p.client_id
   WHERE s.deltas_from IS NULL OR s.deltas_from < begin_at
   ORDER BY p.client_id
  ON CONFLICT (client_id) DO UPDATE SET deltas_from = excluded.deltas_from
   WHERE x.deltas_from IS NULL OR x.deltas_from < excluded.deltas_from;
END $$;

REVOKE ALL ON FUNCTION move_deltas_from(timestamptz) FROM PUBLIC;

-- Removes the tombstones of a client from before its deltas_from, at least `most` if there are so many: all of an instant
-- together. The role that serves requests may remove no others, so no mirror can miss a removal.
CREATE FUNCTION remove_old_tombstones(client text, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first_kept timestamptz;
  last_removed timestamptz;
  removed bigint;
BEGIN
  SELECT x.deltas_from INTO first_kept FROM shown_expiries x WHERE x.client_id = client;
  SELECT max(o.removed_at) INTO last_removed
    FROM (SELECT t.removed_at FROM tombstones t WHERE t.client_id = client ORDER BY t.removed_at LIMIT most) o;
  DELETE FROM tombstones t
   WHERE t.client_id = client AND t.removed_at < first_kept AND t.removed_at <= last_removed;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;

REVOKE ALL ON FUNCTION remove_old_tombstones(text, integer) FROM PUBLIC;
