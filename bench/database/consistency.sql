-- The rules that foreign keys normally enforce, each with the number of violations. Derived columns are
-- checked as `orangery doctor` checks them.
SELECT 'changed_at is the newest updated_at of the client' AS rule, count(*)::int AS broken
  FROM portfolios p JOIN (SELECT client_id, max(updated_at) AS newest FROM assets GROUP BY 1) a USING (client_id)
 WHERE p.changed_at <> a.newest
UNION ALL
SELECT 'every portfolio has a user and its assets', count(*)::int
  FROM portfolios p WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = p.client_id)
    OR NOT EXISTS (SELECT FROM assets a WHERE a.client_id = p.client_id)
UNION ALL
SELECT 'every asset has a portfolio', count(*)::int FROM assets a LEFT JOIN portfolios p USING (client_id) WHERE p.client_id IS NULL
UNION ALL
SELECT 'every valuation has its asset', count(*)::int FROM valuations LEFT JOIN assets a USING (client_id, registry_id) WHERE a.id IS NULL
UNION ALL
SELECT 'every document has its asset', count(*)::int FROM documents LEFT JOIN assets a USING (client_id, registry_id) WHERE a.id IS NULL
UNION ALL
SELECT 'every history of scans has its asset', count(*)::int
  FROM asset_scans LEFT JOIN assets a USING (client_id, registry_id) WHERE a.id IS NULL
UNION ALL
SELECT 'every block is JSON', count(*)::int
  FROM assets WHERE NOT (detail IS JSON OBJECT AND category_detail IS JSON OBJECT AND estate IS JSON OBJECT AND verification IS JSON OBJECT)
    OR NOT collections IS JSON ARRAY
UNION ALL
SELECT 'the peers have the same assets', count(*)::int
  FROM assets a FULL JOIN peers.assets p USING (client_id, registry_id) WHERE p.market_value IS DISTINCT FROM a.market_value
UNION ALL
SELECT 'every collection item has its asset and collection', count(*)::int
  FROM collection_items i LEFT JOIN assets a USING (client_id, registry_id)
  LEFT JOIN collections c ON c.client_id = i.client_id AND c.id = i.collection_id WHERE a.id IS NULL OR c.id IS NULL
UNION ALL
SELECT 'every grant has its key and portfolio', count(*)::int
  FROM grants g LEFT JOIN api_keys k ON k.id = g.key_id LEFT JOIN portfolios p ON p.client_id = g.client_id AND p.environment = k.environment
 WHERE k.id IS NULL OR p.client_id IS NULL
