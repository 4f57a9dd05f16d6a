import { beforeEach, describe, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { eraseClient } from '../../../src/modules/erasure/erase.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import {
  answersOf,
  approvedGrant,
  DECLINE,
  HOME,
  idOfLink,
  linkOf,
  newClient,
  openLink,
  setReturnUrls,
} from './connections.fixtures.ts'
import { dataOf, portalGateway, someone } from './fixtures.ts'

// An erased portfolio has no tombstones, which its writers leave otherwise.
const database = testDatabase({ isVerified: false })
const { gateway, prisma, fixtures } = portalGateway({ database })

const CREATE = `mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) { id email } }`
const emailOf = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).email
const named = (email: string, more: object = {}) =>
  linkOf(gateway, fixtures, { singleUse: true, email, reference: 'K-1042', ...more })

test('a link that names an email is approved by the account with this address, and by no other before', async () => {
  const [own, other] = [await newClient(gateway), await newClient(gateway)]
  const input = {
    ...{ keyId: fixtures.requestingKeyId, scopes: ['registry'], purpose: 'A report' },
    ...{ singleUse: true, email: (await emailOf(own.clientId)).toUpperCase() },
  }
  const made = await dataOf(gateway, fixtures.bearer.admin, CREATE, { input })
  expect(made.createConnectionLink.email).toBe(await emailOf(own.clientId))
  const link = await named(await emailOf(own.clientId))
  const codes = (await answersOf(gateway, other.key, link)).map(([, , code]) => code)
  expect(codes).toEqual(Array(5).fill('record_not_found'))
  expect((await openLink(gateway, own.key, link)).asked).toMatchObject({ reference: 'K-1042' })
  expect((await approvedGrant(gateway, own.key, link)).id).toMatch(/^grant_/)
  expect(await prisma.grant.count({ where: { clientId: other.clientId } })).toBe(0)
})

test('a link that names an email is a link that is not stored to another account, in each of its states', async () => {
  const past = new Date('2026-01-01T00:00:00Z')
  const { clientId } = await newClient(gateway)
  const unknown = await named(await emailOf(clientId))
  await prisma.connectionLink.deleteMany({ where: { id: idOfLink(unknown) } })
  for (const ended of [{}, { revokedAt: past }, { usedAt: past }, { expiresAt: past }]) {
    const link = await named(await emailOf(clientId), ended)
    const { staff, member } = fixtures.bearer
    for (const key of [(await newClient(gateway)).key, staff, member])
      expect(await answersOf(gateway, key, link)).toEqual(await answersOf(gateway, key, unknown))
    expect(await prisma.linkVisit.count({ where: { linkId: idOfLink(link) } })).toBe(0)
  }
})

test('a link that names an email cannot be answered by anybody once the account is erased', async () => {
  const { id, email } = await createClient(operator(prisma), someone('Ada Hale'))
  const link = await named(email)
  await eraseClient(prisma, id)
  const row = await prisma.connectionLink.findUniqueOrThrow({ where: { id: idOfLink(link) } })
  expect(row).toMatchObject({ email: null, reference: null, revokedAt: expect.any(Date) })
  const { key } = await newClient(gateway)
  expect(await openLink(gateway, key, link)).toMatchObject({ problem: 'link_revoked', asked: null })
})

test('a link that is over shows its firm and the reason, nothing else', async () => {
  const past = new Date('2026-01-01T00:00:00Z')
  for (const [problem, ended] of [
    ['link_revoked', { revokedAt: past }],
    ['link_used', { usedAt: past }],
    ['link_expired', { expiresAt: past }],
    ['link_ended', { createdBy: createId('user') }],
  ] as const) {
    const { key } = await newClient(gateway)
    const hidden = { singleUse: true, reference: 'K-1042', purpose: 'Canary' }
    const link = await linkOf(gateway, fixtures, { ...hidden, ...ended })
    const none = { firmName: 'Hale Estates', asked: null, answer: null, returnAddress: null }
    expect(await openLink(gateway, key, link)).toEqual({ ...none, problem })
    const [, ...others] = await answersOf(gateway, key, link)
    expect(others.map(([, , code]) => code)).toEqual(Array(4).fill('invalid_parameter'))
    expect(JSON.stringify(others)).not.toMatch(/K-1042|Canary/)
  }
})

const setUrls = (returnUrls: readonly string[]) => setReturnUrls(gateway, fixtures, returnUrls)

describe('the return address', () => {
  const ask = { returnUrl: HOME, returnState: 'a&b=c#d' }
  beforeEach(async () => void (await setUrls([HOME])))

  test('is given after the answer, to whoever answered, with the id of their own connection', async () => {
    const link = await linkOf(gateway, fixtures, ask)
    const [one, other] = [await newClient(gateway), await newClient(gateway)]
    const third = await newClient(gateway)
    await approvedGrant(gateway, one.key, link)
    await dataOf(gateway, other.key, DECLINE, { link })
    const backs = []
    for (const { key, clientId } of [one, other]) {
      const back = new URL((await openLink(gateway, key, link)).returnAddress)
      const visit = await prisma.linkVisit.findFirstOrThrow({ where: { clientId } })
      expect([...back.searchParams]).toEqual([
        ['x', '1'],
        ['connection', visit.connectionId],
        ['state', 'a&b=c#d'],
      ])
      backs.push(`${back.origin}${back.pathname}${back.hash}`)
    }
    expect(backs).toEqual(Array(2).fill('https://firm.example/connected'))
    for (const key of [third.key, fixtures.bearer.admin, fixtures.bearer.staff])
      expect((await openLink(gateway, key, link)).returnAddress).toBeNull()
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
      expect((await openLink(gateway, key, link)).returnAddress).toContain('connection=connection_')
      await end()
      expect((await openLink(gateway, key, link)).returnAddress).toBeNull()
    }
    await prisma.apiKey.updateMany({ where, data: { expiresAt: null } })
  })
})
