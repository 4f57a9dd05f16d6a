import type { Check } from './finding.ts'

/** Checks of the rows that delta syncs depend on: portfolios, tombstones, kept ids and grants. */
export const SYNC_CHECKS: readonly Check[] = [
  {
    name: 'data_version',
    ids: [],
    message: 'the version was never raised, although there are assets or tombstones',
    violations: `
      SELECT p.client_id FROM portfolios p
       WHERE p.data_version < 1
         AND (EXISTS (SELECT FROM assets a WHERE a.client_id = p.client_id)
              OR EXISTS (SELECT FROM tombstones t WHERE t.client_id = p.client_id))`,
  },
  {
    name: 'changed_at',
    ids: [],
    message: 'changed_at is earlier than the portfolio',
    violations: 'SELECT p.client_id FROM portfolios p WHERE p.changed_at < p.created_at',
  },
  {
    name: 'tombstone_time',
    message:
      'a tombstone is later than the latest change of the portfolio, or earlier than the portfolio',
    violations: `
      SELECT t.client_id, t.registry_id FROM tombstones t JOIN portfolios p USING (client_id)
       WHERE t.removed_at > p.changed_at OR t.removed_at < p.created_at`,
  },
  {
    name: 'tombstone_missing',
    message: 'the asset was removed within the retention of tombstones, and has no tombstone',
    violations: `
      SELECT r.client_id, r.registry_id FROM removed_assets r
       WHERE NOT EXISTS (SELECT FROM assets a WHERE a.client_id = r.client_id AND a.ref = r.ref)
         AND NOT EXISTS (SELECT FROM tombstones t
                          WHERE t.client_id = r.client_id AND t.registry_id = r.registry_id)
         AND NOT EXISTS (SELECT FROM shown_expiries x
                          WHERE x.client_id = r.client_id AND coalesce(r.removed_at, '-infinity') < x.deltas_from)`,
  },
  {
    name: 'removal_time',
    message:
      'the asset was removed, and the time of it is not known: a delta may leave the removal out',
    violations: `
      SELECT t.client_id, t.registry_id FROM tombstones t
       WHERE NOT EXISTS (SELECT FROM assets a
                          WHERE a.client_id = t.client_id AND a.registry_id = t.registry_id)
         AND NOT EXISTS (SELECT FROM removed_assets r
                          WHERE r.client_id = t.client_id AND r.registry_id = t.registry_id
                            AND r.removed_at >= t.removed_at)`,
  },
  {
    name: 'kept_ids',
    message: 'the asset was removed and imported again, and has other ids than before',
    violations: `
      SELECT a.client_id, a.registry_id FROM removed_assets r JOIN assets a USING (client_id, ref)
       WHERE (a.registry_id, a.id) <> (r.registry_id, r.id)`,
  },
  {
    name: 'ids_of_two',
    message: 'the registry id belongs to assets of two refs, of which one was removed',
    violations: `
      SELECT client_id, registry_id
        FROM (SELECT client_id, ref, registry_id FROM removed_assets
               UNION SELECT client_id, ref, registry_id FROM assets) known
       GROUP BY client_id, registry_id HAVING count(*) > 1`,
  },
  {
    name: 'grant_time',
    ids: ['grant_id'],
    message: 'the terms changed before the grant was created',
    // One minute is allowed, because the two instants come from different clocks: gateway and database.
    violations: `
      SELECT g.client_id, g.id AS grant_id FROM grants g
       WHERE g.state <> 'revoked' AND g.updated_at < g.created_at - interval '1 minute'`,
  },
]
