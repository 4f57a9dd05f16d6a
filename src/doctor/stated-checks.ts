import type { Check } from './finding.ts'

// The last accepted day is tomorrow in UTC, as in an import. The clock may have been set back, so the latest change of
// the portfolio also counts as the present.
const TODAY = "(greatest(clock_timestamp(), p.changed_at) AT TIME ZONE 'UTC')::date"
const END_OF_TOMORROW = `((${TODAY} + 2)::timestamp AT TIME ZONE 'UTC')`

// Of a list in a stored block only the newest entry can be too late, which is the first scan and the last link.
const SOURCES: Readonly<Record<string, string>> = {
  scans: `(SELECT client_id, registry_id, verification::json -> 'scans' -> 0 AS newest FROM assets)`,
  share_links: `(SELECT client_id, registry_id, estate::json -> 'share_links' -> -1 ->> 'id' AS id,
                        estate::json -> 'share_links' -> -1 AS newest FROM assets)`,
}

/** Checks of values that an import rejects now, and an earlier release accepted. */
export const STATED_CHECKS: readonly Check[] = [
  later('assets', `greatest(t.valued_at, t.created_at) >= ${END_OF_TOMORROW}`, 'registry_id'),
  later('valuations', `t.valued_at >= ${END_OF_TOMORROW}`, 'registry_id', 'id'),
  later('scans', `(t.newest ->> 'scanned_at')::timestamptz >= ${END_OF_TOMORROW}`, 'registry_id'),
  later(
    'share_links',
    `(t.newest ->> 'created_at')::timestamptz >= ${END_OF_TOMORROW}`,
    'registry_id',
    'id',
  ),
  later('documents', `t.issued_on > ${TODAY} + 1`, 'registry_id', 'id'),
  {
    name: 'expiry_before_issue',
    ids: ['registry_id', 'id'],
    message: 'it expires before it was issued',
    violations: `
      SELECT client_id, registry_id, id FROM documents WHERE expires_on < issued_on`,
  },
  {
    name: 'heirs_over_100_percent',
    message: 'its heirs have more than 100 percent',
    violations: `
      SELECT client_id, registry_id
        FROM (SELECT client_id, registry_id,
                     (json_array_elements(estate::json -> 'heirs') ->> 'share_percent')::numeric AS share
                FROM assets) heirs
       GROUP BY client_id, registry_id HAVING sum(share) > 100`,
  },
]

function later(table: string, condition: string, ...ids: readonly string[]): Check {
  return {
    name: `later_than_tomorrow_${table}`,
    ids,
    message: 'it states that something happened later than tomorrow',
    violations: `
      SELECT DISTINCT t.client_id, ${ids.map((id) => `t.${id}`).join(', ')}
        FROM ${SOURCES[table] ?? table} t JOIN portfolios p USING (client_id) WHERE ${condition}`,
  }
}
