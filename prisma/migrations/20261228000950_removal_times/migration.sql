-- The newest removal of a client is read from this table. Removals from before the column existed have no time. An asset
-- that was imported again needs none.
UPDATE removed_assets SET removed_at = t.removed_at
  FROM (SELECT o.client_id, o.registry_id, max(d.removed_at) AS removed_at
          FROM removed_assets o
          JOIN tombstones d ON d.client_id = o.client_id AND d.registry_id = o.registry_id
         WHERE o.removed_at IS NULL
           AND NOT EXISTS (SELECT FROM assets a WHERE a.client_id = o.client_id AND a.ref = o.ref)
         GROUP BY o.client_id, o.registry_id) t
 WHERE removed_assets.removed_at IS NULL AND removed_assets.client_id = t.client_id AND removed_assets.registry_id = t.registry_id;
