import { beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/database/migrate.ts'
import { findMigrationsDir, listMigrations } from '../../src/database/migrations.ts'
import { writeCategoryDetail } from '../../src/modules/assets/stored-blocks.ts'
import { testDatabase } from '../support/database.ts'

const MIGRATION = '20261228000900_asset_blocks'
const { pool } = testDatabase({ isVerified: false })
const client_id = 'user_1'

// Whatever PostgreSQL and JSON.stringify could escape differently, and what the SQL of the migration could take as its own.
const HOSTILE =
  ' "a": "b", \\ \\" \\\\" / \b\f\n\r\t\u0001\u001f \u007f\u0080\u2028\u2029\ufeff é 😀 𝒜 %s %1$s $1 \\1 {"x": [1, 2]} '
const CREATED = '2026-01-02T03:04:05.006Z'
const LATER = '0001-02-03T00:00:00.000Z'
const LAST = '9999-12-31T23:59:59.990Z'

const asset = (ref: string, more: object = {}) => ({
  ...{ client_id, registry_id: `ORY-OT-${ref}`, id: `item_${ref}`, ref, title: ref, quantity: 1 },
  ...{ category: 'other', category_detail: {}, created_at: CREATED },
  ...{ value_follows: false, date_follows: false, document_count: 0, document_types: [] },
  ...{
    updated_at: CREATED,
    registry_at: '2025-01-01T00:00:00Z',
    valuation_at: '2025-01-02T00:00:00Z',
  },
  ...{ detail_at: '2025-01-03T00:00:00Z', category_detail_at: '2025-01-04T00:00:00Z' },
  ...{ documentation_at: '2025-01-05T00:00:00Z', estate_at: CREATED, verification_at: CREATED },
  ...more,
})
const of = (ref: string) => ({ client_id, registry_id: `ORY-OT-${ref}` })

// Each in the order in which it is shown, which is that of `jsonb`.
const ATTRIBUTES = { '': '', b: HOSTILE, zz: 'two bytes', é: 'two bytes', [HOSTILE]: 'long' }
const DETAIL = {
  year: -440,
  signed: true,
  stones: [{ cut: 'round', carat: '1.20', color: '' }, {}, [], [HOSTILE, 9_007_199_254_740_991]],
  attributes: ATTRIBUTES,
}
const SCANS = Array.from({ length: 12 }, (_, n) => ({
  scanned_at: n < 2 ? LAST : `2026-01-${25 - n}T00:00:00.100Z`,
  method: n === 1 ? 'xrf' : 'nfc',
  result: n === 3 ? HOSTILE : 'match',
}))
const HEIRS = [
  { name: HOSTILE, relationship: null, share_percent: 33.3 },
  { name: 'B', relationship: '', share_percent: 0.01 },
  { name: 'A', relationship: HOSTILE, share_percent: 0 },
]
const LINKS = [
  { id: 'link_9', label: 'Z', created_at: LATER, expires_at: null, revoked_at: null },
  { id: 'link_1', label: HOSTILE, created_at: CREATED, expires_at: LAST, revoked_at: null },
  { id: 'link_2', label: 'A', created_at: CREATED, expires_at: null, revoked_at: CREATED },
]
const COLLECTIONS = [
  { id: 'collection_4', name: HOSTILE },
  { id: 'collection_2', name: 'Apfel' },
  { id: 'collection_3', name: 'Apfel' },
  { id: 'collection_5', name: 'ärzte' },
  { id: 'collection_1', name: 'Zebra' },
]

const ROWS: Readonly<Record<string, readonly object[]>> = {
  users: [{ id: client_id, name: 'A', email: 'a@example.com', is_staff: false, muted_topics: [] }],
  portfolios: [{ client_id, environment: 'production', currency: 'USD', data_version: 7 }],
  collections: COLLECTIONS.map((each) => ({ client_id, ref: each.id, ...each })),
  assets: [
    asset('full', {
      ...{ description: HOSTILE, notes: '', seller: 'S', storage_location: HOSTILE },
      category_detail: { type: 'other', ...DETAIL },
      ...{ readiness_score: 0, readiness_gaps: [HOSTILE, '', 'b'] },
      ...{ verification_status: 'verified', risk_score: 0, tamper_state: HOSTILE },
    }),
    asset('nothing'),
    asset('lists', { readiness_gaps: null }),
    asset('numbers', { category_detail: { attributes: { 10: '', 9: '', a: '' } } }),
  ],
  collection_items: [
    ...COLLECTIONS.map(({ id }) => ({ ...of('full'), collection_id: id })),
    { ...of('lists'), collection_id: 'collection_1' },
  ],
  heirs: [
    ...HEIRS.map((heir, position) => ({ ...of('full'), ...heir, position })).reverse(),
    { ...of('lists'), name: 'All', position: 4, share_percent: '100.00' },
  ],
  share_links: [...LINKS].reverse().map((link) => ({ ...of('full'), ...link })),
  scans: [
    ...[...SCANS].reverse().map((scan) => ({ ...of('full'), ...scan })),
    ...SCANS.slice(0, 10).map((scan) => ({ ...of('lists'), ...scan })),
  ],
}

const EXPECTED = {
  full: {
    detail: { description: HOSTILE, notes: '', seller: 'S', storage_location: HOSTILE },
    collections: COLLECTIONS,
    category_detail: { type: 'other', ...DETAIL },
    estate: { heirs: HEIRS, share_links: LINKS, readiness: { score: 0, gaps: [HOSTILE, '', 'b'] } },
    verification: {
      ...{ status: 'verified', risk_score: 0, tamper_state: HOSTILE },
      ...{ scan_count: 12, scans: SCANS.slice(0, 10) },
    },
    history: SCANS,
  },
  nothing: {},
  lists: {
    collections: [{ id: 'collection_1', name: 'Zebra' }],
    estate: {
      heirs: [{ name: 'All', relationship: null, share_percent: 100 }],
      share_links: [],
      readiness: { score: null, gaps: [] },
    },
    verification: {
      ...{ status: null, risk_score: null, tamper_state: null },
      ...{ scan_count: 10, scans: SCANS.slice(0, 10) },
    },
  },
} as const

const BLOCKS = ['detail', 'collections', 'category_detail', 'estate', 'verification', 'history']
const KEPT = `
  SELECT (SELECT json_agg(p) FROM portfolios p)::text AS portfolios,
         (SELECT json_agg(i ORDER BY registry_id, collection_id) FROM collection_items i)::text AS items,
         (SELECT json_agg(json_build_array(ref, title, quantity, created_at, updated_at, registry_at, valuation_at,
                   detail_at, category_detail_at, documentation_at, estate_at, verification_at) ORDER BY ref)
            FROM assets)::text AS assets`
let before: unknown

beforeAll(async () => {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const all = findMigrationsDir()
  await migrate(
    pool,
    all,
    listMigrations(all).filter((name) => name < MIGRATION),
  )
  for (const [table, rows] of Object.entries(ROWS)) await insertRows(table, rows)
  before = (await pool.query(KEPT)).rows
  expect(await migrate(pool)).toContain(MIGRATION)
})

async function insertRows(table: string, rows: readonly object[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
  await pool.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

test.each(
  Object.entries(EXPECTED),
)('the blocks of asset %s have the bytes that REST sends', async (ref, expected) => {
  const { rows } = await pool.query(
    `SELECT ${BLOCKS.join(', ')} FROM assets LEFT JOIN asset_scans USING (client_id, registry_id) WHERE ref = $1`,
    [ref],
  )
  const texts = BLOCKS.map((block) => [block, stringOf(Reflect.get(expected, block))])
  expect(rows).toEqual([Object.fromEntries(texts)])
})

function stringOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

// JSON.stringify has them first.
test('names that are numbers are where jsonb has them, as an import writes them', async () => {
  const { rows } = await pool.query<{ category_detail: string }>(
    "SELECT category_detail FROM assets WHERE ref = 'numbers'",
  )
  const text = '{"type":"other","attributes":{"9":"","a":"","10":""}}'
  expect(rows).toEqual([{ category_detail: text }])
  expect(writeCategoryDetail('other', JSON.parse(text))).toBe(text)
})

test('no time, no version and nothing else is changed', async () => {
  expect((await pool.query(KEPT)).rows).toEqual(before)
})
