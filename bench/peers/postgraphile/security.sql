-- The role of PostGraphile. It can read the rows of one client, whose id each request sets.
CREATE ROLE bench_reader LOGIN PASSWORD 'bench';
GRANT USAGE ON SCHEMA public, peers TO bench_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA peers TO bench_reader;

DO $$
DECLARE
  peer_table text;
BEGIN
  FOREACH peer_table IN ARRAY ARRAY['assets', 'collections', 'collection_items', 'heirs', 'share_links', 'scans'] LOOP
    EXECUTE format('ALTER TABLE peers.%I ENABLE ROW LEVEL SECURITY', peer_table);
    EXECUTE format($policy$CREATE POLICY of_client ON peers.%I FOR SELECT TO bench_reader
                     USING (client_id = current_setting('bench.client_id', true))$policy$, peer_table);
  END LOOP;
END $$;
