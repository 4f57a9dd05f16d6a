import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ASSET_FILTER_TYPES, type AssetFilter } from '../../src/access/asset-filter.ts'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { keyOfGrant, readConsents } from '../../src/modules/consents/consent.type.ts'
import { WATCH } from '../rest/records.ts'
import { isCluster } from '../support/cluster.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'

// Without a cluster there are no shards.
describe.runIf(isCluster(inject('server')))('on a cluster', () => {
  const gateway = testGateway()
  const { database } = gateway
  const clients = new Map<string, { clientId: string; registryId: string; key: string }>()

  const SCOPE_SETS = {
    all: SCOPES,
    registry: ['registry'],
    estate: ['registry', 'estate'],
  } as const
  const CASES = ASSET_FILTER_TYPES.flatMap((filter) =>
    Object.entries(SCOPE_SETS).map(([name, scopes]) => [filter, name, scopes] as const),
  )

  beforeAll(async () => {
    for (const [filter, name, scopes] of CASES)
      clients.set(`${filter} ${name}`, await grant(filter, scopes))
  })

  async function grant(type: AssetFilter['type'], scopes: readonly Scope[]) {
    const clientId = await clientWith(database, WATCH)
    const registryId = (await registryIds(database, clientId)).watch ?? ''
    const vault = await database.prisma.collection.findFirstOrThrow({
      where: { clientId, ref: 'vault' },
    })
    const filters: Record<AssetFilter['type'], AssetFilter> = {
      all: { type },
      category: { type, categories: ['watches'] },
      items: { type, registryIds: [registryId] },
      collection: { type, collectionId: vault.id },
    } as Record<AssetFilter['type'], AssetFilter>
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, clientId, { scopes, filter: filters[type] })
    return { clientId, registryId, key: secret }
  }

  async function statementsOf(request: () => Promise<{ status: number }>) {
    const query = vi.spyOn(gateway.serving.pool, 'query')
    const { status } = await request()
    const statements = query.mock.calls.map(([statement]) => statement as unknown)
    vi.restoreAllMocks()
    return { status, statements: statements.map(readStatement) }
  }

  async function expectOneShard(request: () => Promise<{ status: number }>) {
    const { status, statements } = await statementsOf(request)
    if (status >= 500) throw new Error(gateway.log.findLast((line) => line.includes('stack')))
    expect(statements.length).toBeGreaterThan(0)
    for (const { text, values } of statements) {
      const { rows } = await gateway.serving.pool.query(`EXPLAIN ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect({ text, tasks: plan.match(/Task Count: \d+/g) }).toEqual({
        text,
        tasks: ['Task Count: 1'],
      })
    }
  }

  test.each(CASES)('a grant of %s with the scopes %s reads one shard', async (filter, name) => {
    const { clientId, registryId, key } = clients.get(`${filter} ${name}`) ?? {
      clientId: '',
      registryId: '',
      key: '',
    }
    const of = (path: string, query = '') => `/api/v1${path}?client_id=${clientId}${query}`
    const paths = [
      of('/assets'),
      of('/assets', '&category=watches&page=2&page_size=1'),
      of('/assets', '&updated_since=2020-01-01T00:00:00Z'),
      of('/assets', `&updated_since=${encodeURIComponent(new Date().toISOString())}`),
      of(`/assets/${registryId}`),
      of('/assets/ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'),
      of('/portfolio/summary'),
    ]
    if (name === 'all')
      paths.push(
        of('/assets', '&include=valuations,documents&min_value=1&max_value=9'),
        of(`/assets/${registryId}`, '&include=valuations,documents'),
        of(`/assets/${registryId}/valuations`, '&since=2020-01-01'),
        of(`/assets/${registryId}/documents`),
      )
    for (const path of paths) await expectOneShard(() => gateway.request(path, { key }))
  })

  test.each(
    CASES,
  )('so do the figures of a grant of %s with the scopes %s', async (filter, name) => {
    const { clientId, key } = clients.get(`${filter} ${name}`) ?? { clientId: '', key: '' }
    const orders = ['title', 'updated_at', ...(name === 'all' ? ['market_value'] : [])]
    const fields = orders.map(
      (field) => `assets(orderBy: { field: ${field} }) { totalCount nodes { id } }`,
    )
    if (name === 'all')
      fields.push(
        'valueHistory(from: "2020-01-01") { at }',
        'expiringDocuments { totalCount nodes { id } }',
      )
    for (const field of fields)
      await expectOneShard(() =>
        gateway.graphql(`{ portfolio(clientId: "${clientId}") { ${field} } }`, { key }),
      )
  })

  test('what a client agreed to is read from one shard', async () => {
    const [{ clientId } = { clientId: '' }] = clients.values()
    const { id } = await database.prisma.grant.findFirstOrThrow({ where: { clientId } })
    const range = { limit: 11, before: null }
    await expectOneShard(async () => {
      await readConsents(gateway.serving.pool, [keyOfGrant({ clientId, id })], range)
      return { status: 200 }
    })
  })
})

function readStatement(statement: unknown): { text: string; values: unknown[] } {
  if (
    typeof statement === 'object' &&
    statement !== null &&
    'text' in statement &&
    'values' in statement
  )
    return {
      text: String(statement.text),
      values: Array.isArray(statement.values) ? statement.values : [],
    }
  throw new Error('a statement without a text')
}
