import { beforeAll, describe, expect, test } from 'vitest'
import { storeMonth } from '../../../src/modules/figures/month.writes.ts'
import { coin } from '../../rest/records.ts'
import { testDatabase } from '../../support/database.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { serviceWith } from '../../support/service.ts'
import { codeOf } from '../portal/fixtures.ts'
import { listAt, walkByCursor } from '../walk.ts'

const DAY_MS = 86_400_000
const gateway = testGateway()
const { database } = gateway
const SHOWN =
  'currency category firmId firmName assetCount marketValue valuedPercent completenessPercent'
// The last day of the month of these tests. The live grants of now are live then.
const NOW = new Date('2031-05-01T02:00:00Z')
const MONTH = '2031-04-30'
let key = ''

const watch = (ref: string, members = {}) => coin(ref, { category: 'watches', ...members })

/** The records of a portfolio: watches with a value, and one without; three of five recommended documents are there. */
const records = (value: string, more = 4) => [
  ...Array.from({ length: more }, (_, i) => watch(`w${i}`, { market_value: value })),
  watch('none'),
  ...['invoice', 'appraisal', 'photograph'].flatMap((kind) =>
    ['none', ...Array.from({ length: more }, (_, i) => `w${i}`)].map((asset) => ({
      ...{ type: 'document', asset, ref: `${asset} ${kind}`, document_type: kind, title: kind },
    })),
  ),
]

/** Six production portfolios, of which five are shared with one firm, four with another, and what does not count. */
async function platform(of = database, value = '1000.00') {
  const [many, few] = [await keyWith(of), await keyWith(of)]
  for (let i = 0; i < 6; i++) {
    const clientId = await clientWith(of, records(i === 0 ? value : '1000.00'))
    if (i < 5) await grantWith(of, many.id, clientId)
    if (i < 4) await grantWith(of, few.id, clientId)
  }
  await clientWith(of, [coin('a', { category: 'art', market_value: '9.00' })])
  await clientWith(of, records('5000000.00'), 'sandbox')
  return many
}

const ask = (args = `month: "${MONTH}"`, by = key) =>
  gateway.graphql(`{ portfolioFigures(${args}) { nodes { ${SHOWN} } } }`, { key: by })

beforeAll(async () => {
  key = (await serviceWith(database, { scopes: ['figures:portfolios'] })).secret
})

describe('the sums of a month', () => {
  test('are of all production portfolios by category and firm, in steps, without small groups', async () => {
    const { id } = await platform()
    await storeMonth(gateway.serving.pool, NOW)
    const byId = { where: { id }, include: { firm: true } }
    const { firm } = await database.prisma.apiKey.findUniqueOrThrow(byId)
    const { json } = await ask()
    const percents = { valuedPercent: 80, completenessPercent: 60 }
    const group = { currency: 'USD', marketValue: '20000.00', ...percents }
    const ofFirm = { category: null, firmId: firm.id, firmName: firm.name, assetCount: 20 }
    const ofCategory = { category: 'watches', firmId: null, firmName: null, assetCount: 30 }
    expect(json.data.portfolioFigures.nodes).toEqual([
      { ...group, ...ofFirm },
      { ...group, ...ofCategory },
    ])
    const stored = await database.pool.query(
      `SELECT figure, name, count::int FROM platform_figures WHERE name LIKE '% art' OR figure = 'portfolios'`,
    )
    expect(stored.rows).toEqual([{ figure: 'portfolios', name: 'USD', count: 7 }])
  })

  test('are stored once, and by pages', async () => {
    const before = (await ask()).text
    await clientWith(database, records('9000.00', 20))
    await Promise.all(
      [1, 2].map(() => storeMonth(gateway.serving.pool, new Date(NOW.getTime() + DAY_MS))),
    )
    expect((await ask()).text).toBe(before)
    const list = listAt(gateway, key, ['portfolioFigures'], 'category')
    const pages = await walkByCursor(list, 1, `, month: "${MONTH}"`)
    expect(pages.map(({ nodes }) => nodes)).toEqual([
      [{ category: null }],
      [{ category: 'watches' }],
    ])
  })

  test('are not stored before the month has ended, nor long after', async () => {
    await database.pool.query('TRUNCATE platform_figures')
    for (const at of ['2031-05-01T00:59:59Z', '2031-05-08T02:00:00Z', '2031-05-31T00:00:00Z'])
      await storeMonth(gateway.serving.pool, new Date(at))
    const { rows } = await database.pool.query(
      "SELECT 1 FROM platform_figures WHERE day = '2031-04-01'",
    )
    expect(rows).toEqual([])
  })
})

const other = testGateway({ database: testDatabase() })
const third = testGateway({ database: testDatabase() })

test('two platforms that differ in what one client has give the same bytes', async () => {
  const text = `{ portfolioFigures(month: "${MONTH}") { nodes { category assetCount marketValue valuedPercent } } }`
  const answers = []
  for (const [at, value] of [
    [other, '1000.00'],
    [third, '1100.00'],
  ] as const) {
    const { secret } = await serviceWith(at.database)
    await platform(at.database, value)
    await storeMonth(at.database.pool, NOW)
    answers.push((await at.graphql(text, { key: secret })).json.data.portfolioFigures.nodes)
  }
  expect(answers[0]).toHaveLength(2)
  expect(answers[1]).toEqual(answers[0])
})

test('a month that is none is explained, and the scope is needed', async () => {
  const { json } = await ask('month: "2031-02-30"')
  expect(json.errors[0].message).toContain('takes a date')
  const { secret } = await serviceWith(database, { scopes: ['figures:accounts'] })
  expect(codeOf(await ask(undefined, secret))).toBe('insufficient_scope')
})
