-- What PostGraphile reads as: a role that sees the rows of one client, whom each request names.
CREATE ROLE bench_reader LOGIN;
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
  END LOOP;
END $$;
