import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { RequestContext } from '../../src/load/request-context.ts'
import { HeavyWork } from '../../src/load/waiting/heavy-work.ts'
import { FeedWaiter } from '../../src/modules/changes/feed-waiter.ts'
import { codeOf } from '../graphql/portal/fixtures.ts'
import { credentialHeader, testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, readerOf, tokenOf } from '../support/portfolio.ts'
import { serviceWith } from '../support/service.ts'
import { sessionOf } from '../support/session.ts'
import { sendSlowly as sendTo } from './send-slowly.ts'

const gateway = testGateway()
const { database } = gateway
const statements = vi.spyOn(gateway.serving.identity, 'query')
let clientId = ''
beforeAll(async () => {
  clientId = await clientWith(database, [{ type: 'asset', ref: 'a', title: 'A', category: 'art' }])
})
beforeEach(() => void statements.mockClear())

const sendSlowly = (
  path: string,
  headers: Record<string, string>,
  body: string,
  meanwhile: () => Promise<unknown>,
) => sendTo(statements, { url: `${gateway.url()}${path}`, headers, body }, meanwhile)

const query = (text: string) => JSON.stringify({ query: text })
const nothing = async () => {}
const revoked = { state: 'revoked', revokedAt: new Date() } as const
const revokeGrant = (id: string) =>
  database.prisma.grant.updateMany({ where: { id }, data: revoked })
const readsOfKey = () =>
  statements.mock.calls.filter(([text]) => JSON.stringify(text).includes('key_secrets'))

/** Sends a document whose credential is changed while its body arrives, after one that is not. */
async function expectRefused(
  made: { id: string; secret: string },
  text: string,
  change: (id: string) => Promise<unknown>,
  refused: readonly [status: number, code: string],
) {
  const headers = credentialHeader(made.secret)
  const body = query(text)
  expect((await sendSlowly('/graphql', headers, body, nothing)).status).toBe(200)
  const { status, text: answer } = await sendSlowly('/graphql', headers, body, () =>
    change(made.id),
  )
  const { errors, ...rest } = JSON.parse(answer)
  expect([status, errors[0].extensions.code]).toEqual(refused)
  expect(rest).not.toHaveProperty('data')
}

const keyWas = (data: Prisma.ApiKeyUpdateInput) => (id: string) =>
  database.prisma.apiKey.update({ where: { id }, data })
const serviceWas = (data: Prisma.ServiceAccountUpdateInput) => (id: string) =>
  database.prisma.serviceAccount.update({ where: { id }, data })

const revokeKey = keyWas({ state: 'revoked', revokedAt: new Date() })

test('a credential that is changed while the body of its request arrives is refused: a key, a service account', async () => {
  const figures = 'platformFigures(from: "2026-01-01", to: "2026-01-01") { nodes { day } }'
  const key = [keyWith, '{ viewer { kind } }'] as const
  const service = [serviceWith, `{ ${figures} }`] as const
  const past = new Date(0)
  for (const [[make, text], change, ...refused] of [
    [key, revokeKey, 401, 'revoked_api_key'],
    [key, keyWas({ allowedIps: ['192.0.2.0/24'] }), 403, 'ip_not_allowed'],
    [key, keyWas({ scopes: ['registry'] }), 503, 'service_unavailable'],
    [service, serviceWas({ revokedAt: past }), 401, 'revoked_service_account'],
    [service, serviceWas({ expiresAt: past }), 401, 'expired_service_account'],
    [service, serviceWas({ allowedIps: ['192.0.2.1/32'] }), 403, 'ip_not_allowed'],
    [service, serviceWas({ scopes: ['figures_accounts'] }), 503, 'service_unavailable'],
  ] as const)
    await expectRefused(await make(database), text, change, refused)
})

test('a credential that is revoked while the body of its request arrives is refused: an access token, a session', async () => {
  const { prisma } = database
  const where = { userId: clientId }
  const kinds = [
    {
      make: () => tokenOf(database, clientId),
      end: () => prisma.accessToken.updateMany({ where, data: { revokedAt: new Date() } }),
      sent: { '/graphql': query('{ viewer { kind } }'), '/plants': '{"id":1,"name":"Fern"}' },
    },
    {
      make: () => sessionOf(database, clientId),
      end: () => prisma.session.deleteMany({ where }),
      sent: { '/graphql': query('{ viewer { kind } }'), '/api/auth/confirm': '{"password":"x"}' },
    },
  ]
  for (const { make, end, sent } of kinds)
    for (const [path, body] of Object.entries(sent)) {
      const headers = { ...credentialHeader(await make()), Origin: gateway.url() }
      const { status, text } = await sendSlowly(path, headers, body, end)
      expect([path, status]).toEqual([path, 401])
      expect(text).not.toContain('"data"')
    }
  expect(await prisma.plant.count()).toBe(0)
})

test('a grant that expires while the body of a request arrives shows nothing', async () => {
  const { secret, grantId: id } = await readerOf(database, clientId)
  const text = `{ portfolios { totalCount nodes { id } } portfolio(clientId: "${clientId}") { id } }`
  const expire = () =>
    database.pool.query('UPDATE grants SET expires_at = now() WHERE id = $1', [id])
  const answer = await sendSlowly('/graphql', credentialHeader(secret), query(text), expire)
  expect(JSON.parse(answer.text)).toMatchObject({
    data: { portfolios: { totalCount: 0, nodes: [] }, portfolio: null },
    errors: [{ extensions: { code: 'grant_expired' } }],
  })
})

test('a list of grants, one of which is revoked while the request waits for changes, is refused', async () => {
  const { secret, grantId: id } = await readerOf(database, clientId)
  const { json } = await gateway.request('/api/v1/changes', { key: secret })
  const listing = () =>
    statements.mock.calls.findIndex(([text]) =>
      JSON.stringify(text).includes('ORDER BY g.client_id'),
    )
  const wait = vi.spyOn(FeedWaiter.prototype, 'wait').mockImplementationOnce(async () => {
    await expect.poll(listing).toBeGreaterThan(-1)
    await statements.mock.results[listing()]?.value
    await revokeGrant(id)
  })
  const changes = `changes(after: "${json.next_cursor}", wait: 30) { nextCursor }`
  const document = `{ portfolios { nodes { grant { id } } } ${changes} }`
  const answer = await gateway.graphql(document, { key: secret })
  expect(wait).toHaveBeenCalledOnce()
  expect([answer.status, codeOf(answer)]).toEqual([503, 'service_unavailable'])
  expect(answer.json).not.toHaveProperty('data')
})

test('nothing is read twice for a request that waits for nothing', async () => {
  const sends = [
    (key: string) => gateway.request('/api/v1/me', { key }),
    (key: string) => gateway.graphql('{ viewer { kind } }', { key }),
  ]
  for (const send of sends) {
    const { secret } = await keyWith(database)
    await send(secret)
    statements.mockClear()
    expect((await send(secret)).status).toBe(200)
    expect(readsOfKey()).toHaveLength(1)
  }
})

const read = (secret: string, first = 100) =>
  gateway.request(`/api/v1/assets?client_id=${clientId}&page_size=${first}`, { key: secret })

/** Another request has the turn until `meanwhile` is done. */
async function readMeanwhile(
  meanwhile: (ids: { key: string; grant: string }) => Promise<unknown>,
  send = read,
) {
  const { id, secret, grantId: grant } = await readerOf(database, clientId)
  const isLarge = vi.spyOn(HeavyWork.prototype, 'isLikelyLarge').mockReturnValue(true)
  const enter = vi.spyOn(HeavyWork.prototype, 'enter')
  try {
    await send(secret, 1)
    const [work] = enter.mock.instances
    if (!(work instanceof HeavyWork)) throw new Error('no heavy work')
    const place = await work.enter(new RequestContext(undefined, '192.0.2.1', new Date()))
    enter.mockClear()
    const reply = send(secret)
    await expect.poll(() => enter.mock.calls.length).toBe(1)
    await meanwhile({ key: id, grant })
    place.leave()
    return await reply
  } finally {
    isLarge.mockRestore()
    enter.mockRestore()
  }
}

test('a request that waits for its turn of heavy work is refused where its key or grant was revoked meanwhile', async () => {
  const outcomeOf = async (meanwhile: Parameters<typeof readMeanwhile>[0]) => {
    const { status, json } = await readMeanwhile(meanwhile)
    return `${status} ${json.error?.code}`
  }
  expect(await outcomeOf(nothing)).toBe('200 undefined')
  expect(await outcomeOf(({ key }) => revokeKey(key))).toBe('401 revoked_api_key')
  expect(await outcomeOf(({ grant }) => revokeGrant(grant))).toBe('403 grant_revoked')
})

test('a request that waits for its turn of heavy work at /graphql, is refused after one more read of its credential', async () => {
  const send = (key: string, first = 100) =>
    gateway.graphql(
      `{ portfolio(clientId: "${clientId}") { assets(first: ${first}) { nodes { title } } } }`,
      { key },
    )
  const { status, json } = await readMeanwhile(async ({ key: id }) => {
    await revokeKey(id)
    statements.mockClear()
  }, send)
  expect([status, json.errors[0].extensions.code]).toEqual([401, 'revoked_api_key'])
  expect(json).not.toHaveProperty('data')
  expect(readsOfKey()).toHaveLength(1)
})

test('a request that waits for its turn of heavy work changes nothing where its access token was revoked meanwhile', async () => {
  const token = await tokenOf(database, clientId)
  // The document is so long that its validation is heavy work.
  const create = (_key: string, id = 100) =>
    gateway.graphql(
      `mutation { createPlant(plant: { id: ${id}, name: "Fern" }) { ${'id '.repeat(50)} } }`,
      { key: token },
    )
  const revoke = () => database.prisma.accessToken.updateMany({ data: { revokedAt: new Date() } })
  const { status } = await readMeanwhile(revoke, create)
  expect(status).toBe(401)
  expect(await database.prisma.plant.findMany({ select: { id: true } })).toEqual([{ id: 1n }])
})

test('a request that waits for its turn of heavy work is refused where its key was revoked during its turn', async () => {
  const { id, secret } = await readerOf(database, clientId)
  const isLarge = vi.spyOn(HeavyWork.prototype, 'isLikelyLarge').mockReturnValue(true)
  const { enter } = HeavyWork.prototype
  const entering = vi.spyOn(HeavyWork.prototype, 'enter').mockImplementation(async function (
    this: HeavyWork,
    requestContext,
  ) {
    const place = await enter.call(this, requestContext)
    await revokeKey(id)
    return place
  })
  const { status, json } = await read(secret).finally(() => {
    isLarge.mockRestore()
    entering.mockRestore()
  })
  expect([status, json.error?.code]).toEqual([401, 'revoked_api_key'])
})
