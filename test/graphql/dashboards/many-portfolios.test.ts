import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { keyWith } from '../../support/portfolio.ts'
import { codeOf } from '../portal/fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const CLIENTS = 1_001

const ID = "lpad(n::text, 26, '0')"
const EACH = 'FROM generate_series(1, $1::int) n'
const AT = "timestamptz '2026-01-01'"

// Client n has one asset, of the value n, with a document that expires n days after the beginning of 2030.
const FILL = [
  `INSERT INTO users (id, name, email) SELECT 'user_' || ${ID}, 'Ada Hale', n || '@example.com' ${EACH}`,
  `INSERT INTO portfolios (client_id, environment, currency, data_version, feed_version, changed_at, created_at)
   SELECT 'user_' || ${ID}, 'production', 'USD', 1, 1, ${AT}, ${AT} ${EACH}`,
  `INSERT INTO assets (client_id, registry_id, id, ref, title, category, market_value, document_count, document_types,
     created_at, updated_at, registry_at, valuation_at, detail_at, category_detail_at, documentation_at, estate_at,
     verification_at)
   SELECT 'user_' || ${ID}, 'ORY-WT-' || ${ID}, 'item_' || ${ID}, 'a', 'Watch', 'watches', n, 1, '{invoice}',
     ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT}, ${AT} ${EACH}`,
  `INSERT INTO documents (client_id, id, registry_id, ref, type, title, expires_on)
   SELECT 'user_' || ${ID}, 'doc_' || ${ID}, 'ORY-WT-' || ${ID}, 'd', 'invoice', 'Invoice ' || n, date '2030-01-01' + n ${EACH}`,
]
const GRANTS = `
  INSERT INTO grants (client_id, id, key_id, environment, scopes, filter_type, filter_values, created_at, updated_at)
  SELECT 'user_' || ${ID}, 'grant_' || $2 || ${ID}, $2, 'production', '{registry,valuation,documentation}', 'all', '{}', ${AT}, ${AT} ${EACH}`

let many = ''
let fewer = ''

// No importer writes these rows, so their change times are not checked.
beforeAll(async () => {
  const [keyOfMany, keyOfFewer] = [await keyWith(database), await keyWith(database)]
  many = keyOfMany.secret
  fewer = keyOfFewer.secret
  const client = await database.pool.connect()
  await client.query("BEGIN; SET LOCAL change_log.off = 'on'")
  for (const statement of FILL) await client.query(statement, [CLIENTS])
  await client.query(GRANTS, [CLIENTS, keyOfMany.id])
  await client.query(GRANTS, [250, keyOfFewer.id])
  await client.query('COMMIT')
  client.release()
}, 120_000)

const totals = (key: string, args = '') =>
  gateway.graphql(
    `{ portfolioTotals${args} { portfolioCount hasMore nextCursor currencies { assetCount totalValue } } }`,
    { key },
  )
const sumTo = (n: number) => (n * (n + 1)) / 2

describe('of more portfolios than one page of grants', () => {
  test('totals are of all', { timeout: 120_000 }, async () => {
    const { json } = await totals(fewer)
    expect(json.data.portfolioTotals).toEqual({
      portfolioCount: 250,
      hasMore: false,
      nextCursor: null,
      currencies: [{ assetCount: 250, totalValue: `${sumTo(250)}.00` }],
    })
  })

  test('expiring documents are merged from all', { timeout: 120_000 }, async () => {
    const list = 'expiringDocuments(first: 3, expiresFrom: "2030-08-30") { nodes { title } }'
    const { json } = await gateway.graphql(`{ ${list} }`, { key: fewer })
    const titles = json.data.expiringDocuments.nodes.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Invoice 241', 'Invoice 242', 'Invoice 243'])
  })
})

describe('of more than a thousand portfolios', () => {
  test('totals come in parts, and the parts are all', { timeout: 120_000 }, async () => {
    const first = (await totals(many)).json.data.portfolioTotals
    expect(first).toMatchObject({ portfolioCount: 1_000, hasMore: true })
    const rest = (await totals(many, `(after: "${first.nextCursor}")`)).json.data.portfolioTotals
    expect(rest).toMatchObject({ portfolioCount: 1, hasMore: false })
    const values = [first, rest].map(({ currencies: [{ totalValue }] }) => Number(totalValue))
    expect(values[0] ?? 0).toBe(sumTo(CLIENTS) - (values[1] ?? 0))
  })

  test('expiring documents are refused, and the reason says what to do', async () => {
    const reply = await gateway.graphql('{ expiringDocuments { nodes { id } } }', { key: many })
    expect(codeOf(reply)).toBe('document_too_costly')
    expect(reply.json.errors[0].message).toContain('portfolios { nodes')
  })
})
