-- The newest removal of a client is read from this table. Removals from before the column existed have no time.
UPDATE removed_assets r SET removed_at = t.removed_at
  FROM (SELECT client_id, registry_id, max(removed_at) AS removed_at FROM tombstones GROUP BY client_id, registry_id) t
 WHERE r.removed_at IS NULL AND r.client_id = t.client_id AND r.registry_id = t.registry_id;
