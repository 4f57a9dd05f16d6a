import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { SCOPES } from '../../src/access/scopes.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, registryIds } from '../support/portfolio.ts'

// A gateway with a cache gives the same answers as one without it, to the byte, whatever is
// written, granted and asked in between, and however the clock goes.
let clock = Date.now()
const now = () => new Date(clock)
const cached = testGateway({ now })
const plain = testGateway({ now, database: cached.database, config: { cacheMb: 0 } })

const refs = ['a', 'b', 'c', 'd']

const record = fc.record({
  type: fc.constant('asset'),
  ref: fc.constantFrom(...refs),
  title: fc.constantFrom('One', 'Two'),
  category: fc.constantFrom('art', 'wine'),
  market_value: fc.constantFrom(null, '10.00', '20.00'),
  heirs: fc.constantFrom([], [{ name: 'Ada', relationship: 'child', share_percent: 100 }]),
})

const written = (record: Record<string, unknown>) => ({ kind: 'write' as const, records: [record] })

const step = fc.oneof(
  { weight: 3, arbitrary: record.map(written) },
  fc.constantFrom(...refs).map((asset) => written({ type: 'removal', asset })),
  fc.record({
    kind: fc.constant('grant' as const),
    scopes: fc.subarray([...SCOPES], { minLength: 1 }),
    filter: fc.constantFrom<AssetFilter>(
      { type: 'all' },
      { type: 'category', categories: ['art'] },
    ),
  }),
  fc.integer({ min: 1, max: 120 }).map((seconds) => ({ kind: 'wait' as const, seconds })),
  { weight: 6, arbitrary: fc.nat(6).map((path) => ({ kind: 'read' as const, path })) },
)

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

// Nothing is written between the reads: a walk by page is far enough back.
const asset = { type: 'asset', ref: 'b', title: 'One', category: 'art' }
const CLOCK_ALONE: [Step[]] = [
  [
    written(asset),
    { kind: 'read', path: 1 },
    { kind: 'wait', seconds: 120 },
    { kind: 'read', path: 1 },
  ],
]

test('the cache changes no byte of any response', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const clientId = await clientWith(cached.database, [{ ...asset, ref: 'a' }])
      const { secret: key, grantId } = await readerOf(cached.database, clientId)
      const { a = '' } = await registryIds(cached.database, clientId)
      const paths = pathsOf(clientId, a)
      for (const taken of steps) {
        if (taken.kind === 'write') await importRecords(cached.database, clientId, taken.records)
        else if (taken.kind === 'wait') clock += taken.seconds * 1000
        else if (taken.kind === 'grant') {
          const { scopes, filter } = taken
          await updateGrant(operator(cached.database.prisma), { grantId, scopes, filter })
        } else await compare(paths[taken.path] ?? '', clientId, key)
      }
      for (const path of paths) await compare(path, clientId, key)
    }),
    { seed: 20_261_126, numRuns: 12, examples: [CLOCK_ALONE] },
  )
}, 1_200_000)

function pathsOf(clientId: string, registryId: string): string[] {
  const client = `client_id=${clientId}`
  return [
    `/api/v1/assets?${client}`,
    `/api/v1/assets?${client}&page=2&page_size=1`,
    `/api/v1/assets?${client}&include=valuations,documents`,
    `/api/v1/assets?${client}&updated_since=2026-01-01&page_size=2&page=2`,
    `/api/v1/assets?${client}&category=art&min_value=15`,
    `/api/v1/assets/${registryId}?${client}`,
    `/api/v1/portfolio/summary?${client}`,
  ]
}

async function compare(path: string, clientId: string, key: string): Promise<void> {
  await compareTotals(clientId, key)
  // Twice, so that the second is served from the cache if the first could be cached.
  const headers = { 'X-Request-Id': 'same' }
  const first = await cached.request(path, { key, headers })
  const second = await cached.request(path, { key, headers })
  const expected = await plain.request(path, { key, headers })
  for (const reply of [first, second]) {
    expect(reply.status).toBe(expected.status)
    expect(reply.text).toBe(expected.text)
    expect(reply.headers.get('ETag')).toBe(expected.headers.get('ETag'))
    expect(reply.headers.get('Link')).toBe(expected.headers.get('Link'))
  }
}

// Totals of a whole portfolio are cached for GraphQL too.
async function compareTotals(clientId: string, key: string): Promise<void> {
  const query = `{ portfolio(clientId: "${clientId}") { assets(first: 1) { totalCount }
    summary { assetCount totalValue { amount } categories { category assetCount } documentation { completenessScore } } } }`
  const expected = await plain.graphql(query, { key })
  for (const reply of [await cached.graphql(query, { key }), await cached.graphql(query, { key })])
    expect(reply.json.data).toEqual(expected.json.data)
  expect(expected.json.data.portfolio).toBeTruthy()
}
