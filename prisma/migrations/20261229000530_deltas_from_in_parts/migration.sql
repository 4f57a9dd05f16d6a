-- Moves deltas_from of these portfolios forward, as move_deltas_from does for all portfolios. With very many
-- portfolios, one statement for all would hold their locks long, and could exceed its time.
CREATE FUNCTION move_deltas_of(clients text[], begin_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO shown_expiries AS x (client_id, until, deltas_from)
  SELECT p.client_id, timestamptz 'epoch', begin_at
    FROM portfolios p
   WHERE p.client_id = ANY (clients)
   ORDER BY p.client_id
  ON CONFLICT (client_id) DO UPDATE SET deltas_from = excluded.deltas_from
   WHERE x.deltas_from IS NULL OR x.deltas_from < excluded.deltas_from;
END $$;

REVOKE ALL ON FUNCTION move_deltas_of(text[], timestamptz) FROM PUBLIC;
