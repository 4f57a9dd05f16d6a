-- Standard names: idempotency keys and tombstones. Data and behaviour stay as they are.
ALTER TABLE deeds RENAME TO idempotency_keys;
ALTER TABLE idempotency_keys RENAME COLUMN once TO key;
ALTER TABLE idempotency_keys RENAME CONSTRAINT deeds_pkey TO idempotency_keys_pkey;

ALTER TABLE departures RENAME TO tombstones;
ALTER TABLE tombstones RENAME COLUMN departed_at TO removed_at;
ALTER TABLE tombstones RENAME CONSTRAINT departures_pkey TO tombstones_pkey;
ALTER TABLE tombstones RENAME CONSTRAINT departures_client_id_fkey TO tombstones_client_id_fkey;

-- One row covers an asset that loses its category and a collection in one transaction.
CREATE FUNCTION record_tombstone(was assets, collections text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO tombstones AS t (client_id, removed_at, registry_id, category, collection_ids, market_value)
  VALUES (was.client_id, stamp_portfolio(was.client_id), was.registry_id, was.category, collections, was.market_value)
  ON CONFLICT (client_id, removed_at, registry_id) DO UPDATE
    SET collection_ids = ARRAY(SELECT unnest(t.collection_ids) UNION SELECT unnest(EXCLUDED.collection_ids))
$$;

CREATE OR REPLACE FUNCTION assets_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
    IF NEW.category <> OLD.category THEN
      PERFORM record_tombstone(OLD, asset_collections(OLD.client_id, OLD.registry_id));
    END IF;
  END IF;
  NEW.updated_at := stamp_portfolio(NEW.client_id);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION assets_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_tombstone(OLD, asset_collections(OLD.client_id, OLD.registry_id));
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION collection_items_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_tombstone(a, ARRAY(
            SELECT c.collection_id FROM changed c WHERE c.client_id = a.client_id AND c.registry_id = a.registry_id
            UNION SELECT unnest(asset_collections(a.client_id, a.registry_id))))
     FROM assets a
    WHERE (a.client_id, a.registry_id) IN (SELECT client_id, registry_id FROM changed);
  RETURN NULL;
END $$;

DROP FUNCTION record_departure(assets, text[]);
