import { expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { NEWEST_VERSION } from '../../../src/versions.ts'
import { CANARY, countingGateway, NOON } from './recording.fixtures.ts'

const { gateway, of, list, ask, askGraphql, requestsOf, withBrokenReads } = countingGateway()
const { prisma } = gateway.database

const stored = () => requestsOf(of.keyId)

async function storedOf(send: (headers: Record<string, string>) => Promise<unknown>) {
  await send({ 'X-Request-Id': 'asked' })
  const rows = await stored()
  expect(rows).toHaveLength(1)
  return rows[0]
}

test('a request is stored with what was asked and how it was answered', async () => {
  const row = await storedOf((headers) => ask(list('&category=art&page_size=2'), { headers }))
  expect(row).toMatchObject({
    ...{ at: new Date(NOON), requestId: 'asked', method: 'GET', endpoint: 'GET /api/v1/assets' },
    ...{ path: null, parameters: ['category=art', 'page_size=2'], clientId: of.clientId },
    ...{ status: 200, code: null, message: null, cost: 1, version: NEWEST_VERSION },
    address: expect.stringMatching(/127|::1/),
  })
  expect(row?.bytes).toBeGreaterThan(100)
  expect(row?.milliseconds).toBeGreaterThanOrEqual(0)
})

test('a request is stored with the reason of an error', async () => {
  const row = await storedOf((headers) => ask(list('&limits=9'), { headers }))
  expect(row).toMatchObject({
    ...{ status: 400, code: 'unknown_parameter', parameters: ['limits=…'] },
    message: expect.stringContaining('Unknown parameter: limits. Accepted: client_id, category'),
  })
})

test('a request is stored for an unknown path as well, with the path', async () => {
  const row = await storedOf((headers) =>
    ask(`/api/v1/portfolios/${of.clientId}?a=1`, { headers, method: 'PATCH' }),
  )
  expect(row).toMatchObject({
    ...{ endpoint: 'unknown', method: 'other', code: 'route_not_found', clientId: null },
    ...{ path: `/api/v1/portfolios/${of.clientId}`, parameters: ['a=…'] },
  })
})

test('a request is stored of GraphQL with its operation and root fields, without variables', async () => {
  const query = `query Board($id: ID!, $n: Int) { a: portfolio(clientId: $id) { assets(first: $n) { nodes { id } } } viewer { kind } }`
  const row = await storedOf((headers) =>
    askGraphql(query, { headers, variables: { id: of.clientId, n: 2 } }),
  )
  expect(row).toMatchObject({
    ...{ endpoint: 'POST /graphql', status: 200, code: null, clientId: of.clientId },
    parameters: ['operation=query Board', 'fields=portfolio,viewer'],
  })
})

test('a request is stored with its address also where that is rejected, and no version but a date', async () => {
  const data = { allowedIps: ['203.0.113.0/24'] }
  await prisma.apiKey.updateMany({ where: { id: of.keyId }, data })
  const version = { 'X-Service-Version': CANARY }
  const row = await storedOf((headers) => ask(list(), { headers: { ...headers, ...version } }))
  const address = expect.stringMatching(/127|::1/)
  expect(row).toMatchObject({ code: 'ip_not_allowed', address, version: null })
})

const basic = Buffer.from(`ada:${CANARY} ${CANARY}`).toString('base64')

test('no secret and no private data is stored of whatever a caller sends', async () => {
  const other = createSecret('sandbox').secret
  const [quoted, name] = [JSON.stringify(other), CANARY.replaceAll('-', ' ')]
  const variables = { n: name, s: other }
  const asked = `query={viewer{kind}}&variables=${encodeURIComponent(JSON.stringify(variables))}`
  for (const path of [
    ...[list(`&api_key=${other}`), list(`&category=${other}`), list(`&${other}=1`)],
    list(`&authorization=Basic%20${encodeURIComponent(basic)}`),
    ...[list(`&category=${encodeURIComponent(name)}`), list(`&cursor=${basic}`)],
    ...[`/api/v1/${other}/assets`, `/${other.replace('sk_', 'sk%5F')}?x=${other}`],
    ...[`/clients/${encodeURIComponent(name)}`, `/graphql?${asked}`],
  ])
    await ask(path)
  await ask(list(), { headers: { Cookie: `session=${other}` } })
  for (const query of [
    `{ portfolio(clientId: ${quoted}) { currency } }`,
    `{ portfolio(clientId: ${quoted}) { assets(first: ${quoted}) { x } } }`,
    ...[`query ${other} { viewer { kind } }`, `{ ${other} }`, `{ viewer(a: "${name}" "${other}"`],
    ...['{ viewer(a: "\\u"🍊🍊") }', '{ viewer(a: "\\u"\0") }'],
    `query ($n: Int, $s: Boolean) { portfolios(first: $n) { totalCount } viewer @skip(if: $s) { kind } }`,
  ])
    await askGraphql(query, { variables })
  const rows = await stored()
  expect(rows.length).toBeGreaterThan(15)
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  for (const secret of [of.key, other, basic])
    for (const part of [secret, secret.slice(-20), secret.slice(18)])
      expect(text).not.toContain(part)
  expect(text.toLowerCase()).not.toContain(name)
})

test('no secret and no private data is stored of a response or of an internal error', async () => {
  await ask(list())
  await withBrokenReads(() => ask(list('&page_size=3')))
  const text = JSON.stringify(await stored())
  expect(text).toContain('internal_error')
  expect(text).not.toMatch(new RegExp(`${CANARY}|Ada Hale`))
})
