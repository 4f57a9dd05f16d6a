import { beforeEach, expect, test } from 'vitest'
import { SCOPES } from '../../../src/access/scopes.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { clientWith, grantWith } from '../../support/portfolio.ts'
import { asset, countingGateway } from './recording.fixtures.ts'

const { gateway, begin, countsOf, readsOf, withBrokenReads, withoutQuota } = countingGateway()
const { database } = gateway
let clientId = ''
let registryId = ''
let grantId = ''
let keyId = ''
let key = ''

beforeEach(async () => {
  ;({ clientId, registryId, grantId, keyId, key } = await begin())
})

const list = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`

const ALL = SCOPES.join(',')

test('the read log counts the assets of every response, also of a cached one', async () => {
  const { headers } = await gateway.request(list(), { key })
  await gateway.request(list(), { key })
  await gateway.request(list(), { key, headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
  const one = `/api/v1/assets/${registryId}`
  for (const path of [one, `${one}/valuations`, `${one}/documents`, '/api/v1/portfolio/summary']) {
    for (const _ of [1, 2]) await gateway.request(`${path}?client_id=${clientId}`, { key })
  }
  await gateway.request(list('&updated_since=2020-01-01&page_size=2'), { key })
  expect(await readsOf(grantId)).toEqual([
    ['GET /api/v1/assets', ALL, 4, 8],
    ['GET /api/v1/assets/{id}', ALL, 2, 2],
    ['GET /api/v1/assets/{id}/documents', ALL, 2, 2],
    ['GET /api/v1/assets/{id}/valuations', ALL, 2, 2],
    ['GET /api/v1/portfolio/summary', ALL, 2, 0],
  ])
})

test('the read log has the effective scopes', async () => {
  await gateway.request(list(), { key })
  await updateGrant(database.prisma, OPERATOR, { grantId, scopes: ['registry', 'detail'] })
  await gateway.request(list(), { key })
  expect((await readsOf(grantId)).map(([, scopes]) => scopes).sort()).toEqual(
    [ALL, 'registry,detail'].sort(),
  )
})

test('the read log has no rejected requests', async () => {
  await gateway.request(list('&no_such=1'), { key })
  await gateway.request(`/api/v1/assets/nothing?client_id=${clientId}`, { key })
  await withBrokenReads(() => gateway.request(list(), { key }))
  await withoutQuota(() => gateway.request(list(), { key }))
  expect(await readsOf(grantId)).toEqual([])
})

test('the read log counts assets that a cursor names, once', async () => {
  for (const part of ['edges { cursor }', 'pageInfo { endCursor }'])
    await gateway.graphql(`{ portfolio(clientId: "${clientId}") { assets { ${part} } } }`, {
      key,
    })
  expect(await readsOf(grantId)).toEqual([['POST /graphql', ALL, 2, expect.toBeOneOf([4, 5, 6])]])
})

test('the read log has no reads of the grants themselves, and each list of portfolios', async () => {
  await gateway.request('/api/v1/me', { key })
  await gateway.graphql('{ portfolios { nodes { client { id } grant { scopes } } } }', { key })
  expect(await countsOf(grantId)).toEqual({})
  expect(await countsOf(keyId)).toEqual({ 'GET /api/v1/me ok': 1, 'POST /graphql ok': 1 })
  for (const fields of ['assets { nodes { id } }', 'summary { digest }', 'assets { totalCount }'])
    await gateway.graphql(`{ portfolios { nodes { ${fields} } } }`, { key })
  expect(await countsOf(grantId)).toEqual({ 'POST /graphql ok': 3 })
})

test('the read log has an entry for each portfolio of a document', async () => {
  const other = await clientWith(database, [asset('a')])
  const otherGrant = await grantWith(database, keyId, other, { scopes: ['registry'] })
  const fields = 'assets { totalCount nodes { id } }'
  await gateway.graphql(
    `{ a: portfolio(clientId: "${clientId}") { ${fields} asset(registryId: "${registryId}") { id } }
       b: portfolio(clientId: "${other}") { ${fields} } }`,
    { key },
  )
  await gateway.graphql('{ portfolios { nodes { assets { totalCount } } } }', { key })
  expect(await readsOf(grantId)).toEqual([['POST /graphql', ALL, 2, 4]])
  expect(await readsOf(otherGrant.id)).toEqual([['POST /graphql', 'registry', 2, 1]])
  expect(await countsOf(keyId)).toEqual({ 'POST /graphql ok': 2 })
})
