import { beforeAll, describe, expect, test } from 'vitest'
import { CHECKS, type Diagnosis, runChecks } from '../../src/doctor/run-checks.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'

// The tests damage their data.
const database = testDatabase({ isVerified: false })
const { pool } = database

const asset = (ref: string, more: object = {}) => {
  return { type: 'asset', ref, title: ref, category: 'art', ...more }
}
const valuation = { type: 'valuation', asset: 'a', source: 'appraisal', valued_at: '2026-01-01' }
const START = [
  { type: 'collection', ref: 'c', name: 'Vault' },
  asset('a', { collections: ['c'] }),
  asset('b', { market_value: '7' }),
  { ...valuation, value: '5' },
  { ...valuation, asset: 'b', value: '7' },
  { type: 'document', asset: 'a', ref: 'd', document_type: 'deed', title: 'D' },
]

async function soundClient(): Promise<string> {
  const clientId = await clientWith(database, [...START, asset('gone'), asset('back')])
  const removals = ['gone', 'back'].map((ref) => ({ type: 'removal', asset: ref }))
  await importRecords(database, clientId, removals)
  await importRecords(database, clientId, [asset('back')])
  await readerOf(database, clientId)
  return clientId
}

const LATER = "now() + interval '1 hour'"
const OF_A =
  "client_id = $1 AND registry_id = (SELECT registry_id FROM assets WHERE client_id = $1 AND ref = 'a')"

const IN_THREE_DAYS = "now() + interval '3 days'"
const AT = `to_char((${IN_THREE_DAYS}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const block = (name: string, value: object) =>
  `UPDATE assets SET ${name} = replace('${JSON.stringify(value)}', 'LATER', ${AT}) WHERE ${OF_A}`
const estate = (heirs: readonly object[], share_links: readonly object[]) =>
  block('estate', { heirs, share_links, readiness: { score: null, gaps: [] } })
const verification = (scan_count: number, scans: readonly object[]) =>
  block('verification', { status: null, risk_score: null, tamper_state: null, scan_count, scans })
const HEIR = { name: 'H', relationship: null, share_percent: 33.34 }
const ENDS = { expires_at: null, revoked_at: null }
const LINK = { id: 'link_later', label: 'L', created_at: 'LATER', ...ENDS }
const SCAN = { scanned_at: 'LATER', method: 'nfc', result: 'ok' }

const DAMAGE: Readonly<Record<string, string>> = {
  updated_at: "UPDATE assets SET updated_at = '2001-01-01' WHERE client_id = $1 AND ref = 'a'",
  time_after_portfolio: `UPDATE assets SET estate_at = ${LATER}, updated_at = ${LATER} WHERE client_id = $1 AND ref = 'a'`,
  time_before_portfolio: `UPDATE assets SET estate_at = '2001-01-01' WHERE ${OF_A}`,
  documents: `DELETE FROM documents WHERE ${OF_A}`,
  too_many_documents: `INSERT INTO documents (client_id, registry_id, id, ref, type, title)
   SELECT client_id, registry_id, 'doc_' || n, 'n' || n, 'deed', 'D'
   FROM assets, generate_series(1, 1001) n WHERE client_id = $1 AND ref = 'a'`,
  block_members: block('detail', { description: null, internal_notes: 'private' }),
  collections: `UPDATE assets SET collections = NULL WHERE ${OF_A}`,
  scans: verification(2, [{ ...SCAN, scanned_at: '2026-01-01T00:00:00.000Z' }]),
  too_many_scans: verification(1_001, []),
  followed_value: `UPDATE valuations SET value = 6 WHERE ${OF_A}`,
  value_date: "UPDATE assets SET valued_at = NULL WHERE client_id = $1 AND ref = 'b'",
  collection_joined: `UPDATE collection_items SET added_at = ${LATER} WHERE client_id = $1`,
  data_version: 'UPDATE portfolios SET data_version = 0 WHERE client_id = $1',
  changed_at: "UPDATE portfolios SET changed_at = '2001-01-01' WHERE client_id = $1",
  tombstone_time: `UPDATE tombstones SET removed_at = ${LATER} WHERE client_id = $1`,
  tombstone_missing: 'DELETE FROM tombstones WHERE client_id = $1',
  removal_time: "UPDATE removed_assets SET removed_at = NULL WHERE client_id = $1 AND ref = 'gone'",
  kept_ids: "UPDATE removed_assets SET id = 'item_other' WHERE client_id = $1 AND ref = 'back'",
  ids_of_two: "UPDATE removed_assets SET ref = 'other' WHERE client_id = $1 AND ref = 'back'",
  later_than_tomorrow_assets: `UPDATE assets SET created_at = ${IN_THREE_DAYS} WHERE client_id = $1 AND ref = 'a'`,
  later_than_tomorrow_valuations: `UPDATE valuations SET valued_at = ${IN_THREE_DAYS} WHERE ${OF_A}`,
  later_than_tomorrow_scans: verification(1, [SCAN]),
  later_than_tomorrow_share_links: estate([], [LINK]),
  later_than_tomorrow_documents: `UPDATE documents SET issued_on = ${IN_THREE_DAYS} WHERE ${OF_A}`,
  expiry_before_issue: `UPDATE documents SET issued_on = '2020-01-02', expires_on = '2020-01-01' WHERE ${OF_A}`,
  heirs_over_100_percent: estate([HEIR, HEIR, HEIR], []),
  grant_time: "UPDATE grants SET updated_at = '2001-01-01' WHERE client_id = $1",
}
// Damage that breaks another rule as well.
const ALSO: Readonly<Record<string, string>> = {
  too_many_documents: 'documents',
  too_many_scans: 'scans',
  later_than_tomorrow_valuations: 'followed_value',
  changed_at: 'time_after_portfolio tombstone_time',
  tombstone_time: 'removal_time',
}

// PostgreSQL 15 has no function for it.
let unknown: string[] = []
beforeAll(async () => {
  const { rows } = await pool.query<{ old: boolean }>(
    "SELECT current_setting('server_version_num')::int < 160000 AS old",
  )
  unknown = rows[0]?.old ? ['block_json'] : []
})

test('sound data breaks no rule', async () => {
  await soundClient()
  const checked = CHECKS.length - unknown.length
  expect(await runChecks(pool)).toEqual({ checked, skipped: unknown, findings: [] })
})

describe('a check finds damage, with the client', () => {
  test('of every rule', () => {
    const names = CHECKS.map(({ name }) => name)
    expect([...Object.keys(DAMAGE), 'block_json'].sort()).toEqual(names.sort())
  })

  // Each damage is of a client of its own, so one run finds all of them.
  const clients = new Map<string, string>()
  let findings: Diagnosis['findings'] = []
  beforeAll(async () => {
    await pool.query('ALTER TABLE assets DROP CONSTRAINT assets_updated_at')
    for (const [name, sql] of Object.entries(DAMAGE)) {
      const clientId = await soundClient()
      clients.set(name, clientId)
      await pool.query(sql, [clientId])
    }
    findings = (await runChecks(pool)).findings
    await pool.query('DELETE FROM tombstones')
    await pool.query('TRUNCATE portfolios CASCADE')
  })

  test.each(Object.keys(DAMAGE))('%s', (name) => {
    const ofClient = findings.filter(({ examples }) =>
      examples.some(({ client_id }) => client_id === clients.get(name)),
    )
    const expected = [name, ...(ALSO[name]?.split(' ') ?? [])]
    expect(ofClient.map(({ check }) => check).sort()).toEqual(expected.sort())
  })
})

test('a block that is not JSON is found, and ends no check with an error', async () => {
  const clientId = await soundClient()
  const damage = "UPDATE assets SET estate = '{\"heirs\":[', verification = '[]'"
  await pool.query(`${damage} WHERE ${OF_A}`, [clientId])
  const { findings } = await runChecks(pool)
  const found = new Map(findings.map(({ check, examples }) => [check, examples]))
  const unreadable = ['heirs_over_100_percent', 'later_than_tomorrow_share_links', 'block_members']
  for (const check of unreadable) expect(found.get(check)).toEqual([])
  if (unknown.length === 0) expect(found.get('block_json')).toMatchObject([{ client_id: clientId }])
  await pool.query('TRUNCATE portfolios CASCADE')
})

test('examples are bounded, and the count is not', async () => {
  const assets = Array.from({ length: 15 }, (_, n) => asset(`a${n}`))
  const clientId = await clientWith(database, assets)
  await pool.query(`UPDATE assets SET document_count = 1 WHERE client_id = $1`, [clientId])
  const { findings } = await runChecks(pool)
  const [finding] = findings
  expect([finding?.check, finding?.count, finding?.examples.length]).toEqual(['documents', 15, 10])
  expect(Object.keys(finding?.examples[0] ?? {})).toEqual(['client_id', 'registry_id'])
})

test('the runtime role can run the checks, except those of what it cannot read', async () => {
  const { checked, skipped } = await runChecks(database.serving.pool)
  const ofRemovals = ['tombstone_missing', 'removal_time', 'kept_ids', 'ids_of_two']
  expect(skipped).toEqual([...ofRemovals, ...unknown])
  expect(checked).toBe(CHECKS.length - skipped.length)
})
