-- The first release did not note the ids of removed assets. Mirrors of its portfolios walk again once: a delta could
-- leave such a removal out.
UPDATE portfolios SET full_before = greatest(changed_at, full_before)
 WHERE EXISTS (SELECT FROM tombstones t
                WHERE t.client_id = portfolios.client_id
                  AND NOT EXISTS (SELECT FROM assets a WHERE a.client_id = t.client_id AND a.registry_id = t.registry_id)
                  AND NOT EXISTS (SELECT FROM removed_assets r
                                   WHERE r.client_id = t.client_id AND r.registry_id = t.registry_id));
