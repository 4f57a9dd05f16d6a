-- The role of PostGraphile. It can read the rows of one client, whose id each request sets.
CREATE ROLE bench_reader LOGIN PASSWORD 'bench';
GRANT USAGE ON SCHEMA public TO bench_reader;

DO $$
DECLARE
  portfolio_table text;
BEGIN
  FOREACH portfolio_table IN ARRAY ARRAY['portfolios', 'assets', 'collections', 'collection_items', 'valuations',
                                         'documents', 'heirs', 'share_links', 'scans'] LOOP
    EXECUTE format('GRANT SELECT ON %I TO bench_reader', portfolio_table);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', portfolio_table);
    EXECUTE format($policy$CREATE POLICY of_client ON %I FOR SELECT TO bench_reader
                     USING (client_id = current_setting('bench.client_id', true))$policy$, portfolio_table);
    -- The role of the gateway does not own the tables, so without a policy it would see no rows.
    EXECUTE format('CREATE POLICY of_gateway ON %I FOR SELECT TO orangery_runtime USING (true)', portfolio_table);
  END LOOP;
END $$;
