import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import {
  DECLINE,
  GRANT,
  HOME,
  linkOf,
  newClient,
  openLink,
  SET,
  setReturnUrls,
  terms,
} from './connections.fixtures.ts'
import { createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

const setUrls = (returnUrls: unknown, key?: string) =>
  setReturnUrls(gateway, fixtures, returnUrls, key)

describe('the return addresses of a key', () => {
  test('are set by an admin as a whole, and read by the firm', async () => {
    const { json } = await setUrls(['https://FIRM.example', HOME])
    expect(json.data.updateApiKey).toEqual({
      returnUrls: ['https://firm.example/', HOME],
      allowedIps: [],
    })
    const keep = { keyId: fixtures.requestingKeyId, name: 'Asking' }
    const { admin, member } = fixtures.bearer
    await dataOf(gateway, admin, SET, { input: keep })
    const read = `{ apiKey(id: "${fixtures.requestingKeyId}") { returnUrls } }`
    const { apiKey } = await dataOf(gateway, member, read)
    expect(apiKey.returnUrls).toEqual(['https://firm.example/', HOME])
    expect((await setUrls([])).json.data.updateApiKey.returnUrls).toEqual([])
  })
})

describe('the way back', () => {
  const ask = { returnUrl: HOME, returnState: 'a&b=c#d' }
  beforeEach(async () => void (await setUrls([HOME])))

  test('is given after the answer, to whoever answered, with the id of their own connection', async () => {
    const link = await linkOf(gateway, fixtures, ask)
    const [one, other, third] = [
      await newClient(gateway),
      await newClient(gateway),
      await newClient(gateway),
    ]
    await dataOf(gateway, one.key, GRANT, await terms(gateway, one.key, link))
    await dataOf(gateway, other.key, DECLINE, { link })
    const backs = []
    for (const { key, clientId } of [one, other]) {
      const back = new URL((await openLink(gateway, key, link)).wayBack)
      const visit = await prisma.linkVisit.findFirstOrThrow({ where: { clientId } })
      expect([...back.searchParams]).toEqual([
        ['x', '1'],
        ['connection', visit.connectionId],
        ['state', 'a&b=c#d'],
      ])
      backs.push(`${back.origin}${back.pathname}${back.hash}`)
    }
    expect(backs).toEqual(Array(2).fill('https://firm.example/connected'))
    const unanswered = [third.key, fixtures.bearer.admin, fixtures.bearer.staff]
    for (const key of unanswered) expect((await openLink(gateway, key, link)).wayBack).toBeNull()
  })

  test('ends when the key has the address no more, or has ended', async () => {
    const where = { id: fixtures.requestingKeyId }
    const ends = [
      () => setUrls(['https://firm.example/']),
      () => prisma.apiKey.updateMany({ where, data: { expiresAt: new Date() } }),
    ]
    for (const end of ends) {
      await setUrls([HOME])
      const link = await linkOf(gateway, fixtures, ask)
      const { key } = await newClient(gateway)
      await dataOf(gateway, key, DECLINE, { link })
      expect((await openLink(gateway, key, link)).wayBack).toContain('connection=connection_')
      await end()
      expect((await openLink(gateway, key, link)).wayBack).toBeNull()
    }
    await prisma.apiKey.updateMany({ where, data: { expiresAt: null } })
  })
})
