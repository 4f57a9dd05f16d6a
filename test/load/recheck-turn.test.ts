import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HeavyWork } from '../../src/load/heavy-work.ts'
import { RequestContext } from '../../src/load/request-context.ts'
import { testGateway, VERSION } from '../support/gateway.ts'
import { clientWith, readerOf, tokenOf } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway
const statements = vi.spyOn(gateway.serving.identity, 'query')
let clientId = ''
beforeAll(async () => {
  clientId = await clientWith(database, [{ type: 'asset', ref: 'a', title: 'A', category: 'art' }])
})
beforeEach(() => void statements.mockClear())

const nothing = async () => {}
const readsOfKey = () =>
  statements.mock.calls.filter(([text]) => JSON.stringify(text).includes('key_secrets'))
const revokeKey = (id: string) =>
  database.prisma.apiKey.update({
    where: { id },
    data: { state: 'revoked', revokedAt: new Date() },
  })

const read = (secret: string, first = 100) =>
  gateway.request(`/api/v1/assets?client_id=${clientId}&page_size=${first}`, {
    key: secret,
    headers: { 'X-Service-Version': VERSION },
  })

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

test('a request that waits for its turn of heavy work is served', async () => {
  expect((await readMeanwhile(nothing)).status).toBe(200)
})

test('a request that waits for its turn of heavy work is refused where its key was revoked meanwhile', async () => {
  const { status, json } = await readMeanwhile(({ key: id }) => revokeKey(id))
  expect([status, json.error.code]).toEqual([401, 'revoked_api_key'])
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

test('a request that waits for its turn of heavy work is refused where its grant was revoked meanwhile', async () => {
  const { status, json } = await readMeanwhile(({ grant: id }) =>
    database.pool.query("UPDATE grants SET state = 'revoked', revoked_at = now() WHERE id = $1", [
      id,
    ]),
  )
  expect([status, json.error.code]).toEqual([403, 'grant_revoked'])
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
