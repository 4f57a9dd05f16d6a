-- The tables that PostGraphile and the plain server read. They show columns and rows, where the gateway stores the text of
-- each block, so they have the tables that the gateway had before it did: a copy with the same content. fill.sql fills them.
CREATE SCHEMA peers AUTHORIZATION orangery;
SET ROLE orangery;

CREATE TABLE peers.assets (LIKE public.assets INCLUDING DEFAULTS);
ALTER TABLE peers.assets
  DROP COLUMN detail, DROP COLUMN collections, DROP COLUMN category_detail, DROP COLUMN estate, DROP COLUMN verification,
  ADD COLUMN description text COLLATE "C", ADD COLUMN notes text COLLATE "C", ADD COLUMN seller text COLLATE "C",
  ADD COLUMN storage_location text COLLATE "C", ADD COLUMN category_detail jsonb NOT NULL,
  ADD COLUMN readiness_score integer, ADD COLUMN readiness_gaps text[] COLLATE "C" NOT NULL,
  ADD COLUMN verification_status text COLLATE "C", ADD COLUMN risk_score integer, ADD COLUMN tamper_state text COLLATE "C",
  ADD PRIMARY KEY (client_id, registry_id);

CREATE TABLE peers.collections (LIKE public.collections, PRIMARY KEY (client_id, id));
CREATE TABLE peers.collection_items (
  LIKE public.collection_items,
  PRIMARY KEY (client_id, registry_id, collection_id),
  FOREIGN KEY (client_id, registry_id) REFERENCES peers.assets,
  FOREIGN KEY (client_id, collection_id) REFERENCES peers.collections
);

CREATE TABLE peers.heirs (
  client_id text COLLATE "C",
  registry_id text COLLATE "C",
  position integer,
  name text COLLATE "C" NOT NULL,
  relationship text COLLATE "C",
  share_percent numeric(5, 2) NOT NULL,
  PRIMARY KEY (client_id, registry_id, position),
  FOREIGN KEY (client_id, registry_id) REFERENCES peers.assets
);
CREATE TABLE peers.share_links (
  client_id text COLLATE "C",
  registry_id text COLLATE "C",
  label text COLLATE "C",
  id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (client_id, registry_id, label),
  FOREIGN KEY (client_id, registry_id) REFERENCES peers.assets
);
CREATE TABLE peers.scans (
  client_id text COLLATE "C",
  registry_id text COLLATE "C",
  scanned_at timestamptz(3),
  method text COLLATE "C",
  result text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, registry_id, scanned_at, method),
  FOREIGN KEY (client_id, registry_id) REFERENCES peers.assets
);

-- The tag is for PostGraphile: a view has no keys of its own.
CREATE VIEW peers.portfolios AS
  SELECT client_id, currency, changed_at FROM public.portfolios WHERE client_id = current_setting('bench.client_id', true);
COMMENT ON VIEW peers.portfolios IS '@primaryKey client_id';
RESET ROLE;
