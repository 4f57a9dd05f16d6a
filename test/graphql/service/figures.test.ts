import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/database/client.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { storeFigures } from '../../../src/modules/figures/day.writes.ts'
import { objectType, selectAll } from '../../contract/full-selection.ts'
import { testDatabase } from '../../support/database.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { serviceWith } from '../../support/service.ts'
import { listAt, walkByCursor } from '../walk.ts'

const DAY_MS = 86_400_000
const gateway = testGateway()
const other = testGateway({ database: testDatabase() })
const { database } = gateway
let key = ''

beforeAll(async () => {
  key = (await serviceWith(database)).secret
  await database.pool.query(`INSERT INTO platform_figures (day, figure, name, count)
    SELECT day, 'firms', 'standard', 7 FROM generate_series('2026-01-01'::timestamptz, '2026-06-30', '1 day') day`)
  await database.pool.query(`INSERT INTO platform_figures (day, figure, name, count) VALUES
    ('2026-02-01', 'errors', 'invalid_parameter', 4), ('2026-02-01', 'errors', 'asset_not_found', 5),
    ('2026-02-01', 'served', 'GET /api/v1/me', 9223372036854775807), ('2026-02-01', 'keys', 'sandbox', 0),
    ('2025-12-01', 'portfolios', 'USD', 7), ('2025-12-01', 'portfolio_assets', 'USD art', 10)`)
})

const ask = async (args: string, selection = 'nodes { day }', by = key) => {
  const text = `{ platformFigures(${args}) { ${selection} } }`
  return (await gateway.graphql(text, { key: by })).json
}

describe('a range of days', () => {
  test('has the days with figures, and no months, the earliest first, by pages', async () => {
    const range = ', from: "2025-12-01", to: "2026-02-10"'
    const pages = await walkByCursor(listAt(gateway, key, ['platformFigures'], 'day'), 20, range)
    const days = pages.flatMap(({ nodes }) => nodes.map(({ day }) => day))
    const found = [pages.length, days.length, days[0], days.at(-1)]
    expect(found).toEqual([3, 41, '2026-01-01', '2026-02-10'])
    expect(days).toEqual([...new Set(days)].sort())
  })

  test('that is none is explained', async () => {
    const calendar = 'takes a date of the calendar'
    const year = 'from: "2026-01-01", to: "2026-01-02"'
    const reasons = {
      'from: "2026-01-02", to: "2026-01-01"': 'to takes a day that is not before from',
      'from: "2026-01-01", to: "2027-01-02"': 'at most 366 days',
      'from: "2026-02-30", to: "2026-03-01"': calendar,
      'from: null, to: "2026-01-02"': 'null',
      [`${year}, first: 101`]: 'first takes 1 to 100',
      [`${year}, after: "x"`]: 'after takes the cursor',
    }
    const { secret } = await serviceWith(database)
    for (const [args, reason] of Object.entries(reasons)) {
      const { errors, data } = await ask(args, 'nodes { day }', secret)
      expect.soft(errors[0].message, args).toContain(reason)
      expect(errors[0].extensions.code, args).toMatch(/^invalid_/)
      expect(data?.platformFigures ?? null).toBeNull()
    }
  })
})

describe('the figures of a day', () => {
  test('cannot be mistaken for others where a count is small', async () => {
    const selection = `nodes { ${['served', 'errors', 'webhookAttempts', 'keys']
      .map((field) => `${field} { name count underFive }`)
      .join(' ')} }`
    const { data } = await ask('from: "2026-02-01", to: "2026-02-01"', selection)
    const shown = (name: string, count: number | null) => {
      return { name, count, underFive: count === null }
    }
    expect(data.platformFigures.nodes).toEqual([
      {
        served: [shown('GET /api/v1/me', 2_147_483_645)],
        errors: [shown('asset_not_found', 5), shown('invalid_parameter', null)],
        webhookAttempts: [],
        keys: [shown('sandbox', 0)],
      },
    ])
  })

  test('cost one request for a whole page of all fields, and a page more costs no more fields than a document may', async () => {
    const all = selectAll(objectType(schema, 'QueryPlatformFiguresConnection'), {})
    const nodes = selectAll(objectType(schema, 'PlatformDay'), {})
    const range = 'from: "2026-01-01", to: "2026-12-31", first: 50'
    const { data, errors, extensions } = await ask(range, `nodes ${nodes}`)
    expect([errors, data.platformFigures.nodes.length]).toEqual([undefined, 50])
    expect(extensions?.cost ?? 1).toBe(1)
    const more = all.slice(3, -2).replace('nodes', 'more: nodes')
    const twice = await ask(range, `nodes ${nodes} ${more}`)
    expect(twice.errors[0].extensions.code).toBe('document_too_costly')
  })
})

async function platformWith(of: Database, count: number, end: Date): Promise<void> {
  const keys = await keyWith(of)
  const day = new Date(end.getTime() - DAY_MS)
  for (let i = 0; i < count; i++) await grantWith(of, keys.id, await clientWith(of, []))
  const counted = { keyId: keys.id, endpoint: 'GET /api/v1/me', lastAt: day }
  const none = { refused: 0, limited: 0, failed: 0 }
  await of.prisma.keyUsage.create({ data: { ...counted, ...none, hour: day, ok: count } })
  const error = { day, code: 'asset_not_found', status: 404, lastRequestId: 'x' }
  await of.prisma.errorCount.create({ data: { ...counted, ...error, requests: count } })
  const attempts = { endpointId: 'endpoint_x', day, result: 'delivered', attempts: count } as const
  await of.prisma.webhookCount.create({ data: attempts })
  await storeFigures(of.pool, new Date(end.getTime() + DAY_MS / 2))
}

test('two platforms whose counts differ below five give the same bytes', async () => {
  const end = new Date((Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS)
  await platformWith(database, 1, end)
  await platformWith(other.database, 4, end)
  const day = new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10)
  const nodes = selectAll(objectType(schema, 'PlatformDay'), {})
  const text = `{ platformFigures(from: "${day}", to: "${day}") { nodes ${nodes} } }`
  const { secret } = await serviceWith(other.database)
  const one = await gateway.graphql(text, { key })
  const two = await other.graphql(text, { key: secret })
  expect(one.text).toBe(two.text)
  const [found] = one.json.data.platformFigures.nodes
  for (const field of ['served', 'errors', 'webhookAttempts', 'grants'])
    expect(found[field], field).toContainEqual(expect.objectContaining({ underFive: true }))
})
