import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { approveLink } from '../../../src/modules/consents/agreement.writes.ts'
import { invitePerson } from '../../../src/modules/people/password.writes.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { startBehind } from '../../modules/fixtures.ts'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { testTable } from '../../support/test-table.ts'
import { GRANT, newClient, openLink, shownTerms, terms } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
let fixtures: Fixtures

beforeEach(async () => {
  fixtures = await createFixtures(database)
})

const CREATE = `mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) {
  id path state singleUse } }`
const REVOKE = `mutation ($id: ID!) { revokeConnectionLink(linkId: $id) { id state revokedAt path } }`
async function create(singleUse = false, key = fixtures.bearer.admin) {
  const input = { keyId: fixtures.requestingKeyId, scopes: ['valuation'], purpose: 'A report' }
  const data = await dataOf(gateway, key, CREATE, { input: { ...input, singleUse } })
  const made = data.createConnectionLink
  return { ...made, link: made.path.replace('/connect/', '') }
}

async function opened(link: string) {
  const { key, clientId } = await newClient(gateway)
  const { problem } = await openLink(gateway, key, link)
  const variables = await terms(gateway, key, link)
  const approved = await gateway.graphql(GRANT, { key, variables })
  return [problem, codeOf(approved), await prisma.grant.count({ where: { clientId } })]
}
const SERVED = [null, null, 1]

test('a link for single use ends with its first approval; another serves any number', async () => {
  const single = await create(true)
  expect(await opened(single.link)).toEqual(SERVED)
  expect(await opened(single.link)).toEqual(['link_used', 'invalid_parameter', 0])
  const many = await create()
  for (const _ of [1, 2, 3]) expect(await opened(many.link)).toEqual(SERVED)
})

test('a link for single use gives one grant, also when two clients approve at once', async () => {
  const { link } = await create(true)
  const clients = await Promise.all([1, 2, 3].map(() => newClient(gateway)))
  const approvals = await Promise.all(
    clients.map(async ({ key }) => ({ key, variables: await terms(gateway, key, link) })),
  )
  const replies = await Promise.all(approvals.map((call) => gateway.graphql(GRANT, call)))
  const codes = replies.map(codeOf)
  expect(codes.filter((code) => code === null)).toHaveLength(1)
  expect(codes.filter((code) => code === 'invalid_parameter')).toHaveLength(2)
  const clientIds = clients.map(({ clientId }) => clientId)
  expect(await prisma.grant.count({ where: { clientId: { in: clientIds } } })).toBe(1)
})

test('a link that is being revoked grants nothing to an approval that waits for it', async () => {
  const { link, id } = await create()
  const { key, clientId } = await newClient(gateway)
  const asked = { scopes: ['registry'], filter: { type: 'all' } } as const
  const { digest } = await shownTerms(gateway, key, { ...asked, link })
  const shown = { timeZone: 'UTC', termsDigest: digest }
  const approval = { linkId: id, clientId, ...asked, shown }
  const [approved] = await startBehind(
    prisma,
    (tx) => tx.connectionLink.updateMany({ where: { id }, data: { revokedAt: new Date() } }),
    () => [approveLink(operator(prisma, new Date()), approval)],
  )
  expect(approved).toMatchObject({ status: 'rejected', reason: { code: 'invalid_parameter' } })
  expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
})

const creator = () => prisma.user.findUniqueOrThrow({ where: { id: fixtures.adminId } })
const memberships = () => ({ where: { userId: fixtures.adminId } })

testTable<[string, () => Promise<unknown>]>([
  [
    'with a lock of its creator, and a new invitation does not bring it back',
    async () => {
      const { email } = await creator()
      await lockPerson(operator(prisma), { email })
      await invitePerson(operator(prisma), { email, unlock: {} })
    },
  ],
  ['when its creator has left the firm', () => prisma.member.deleteMany(memberships())],
])('a connection link ends with what it depends on', async (_, end) => {
  fixtures = await createFixtures(database)
  const { link } = await create()
  expect(await opened(link)).toEqual(SERVED)
  await end()
  expect(await opened(link)).toEqual(['link_ended', 'invalid_parameter', 0])
})

test('a connection link ends only if it is older than the lock of its creator', async () => {
  await lockPerson(operator(prisma), { email: (await creator()).email })
  const { link } = await create(false, await sessionOf(database, fixtures.adminId))
  expect(await opened(link)).toEqual(SERVED)
})

test('the address of a link is for those who manage its key, and only while the link is active', async () => {
  const made = await create()
  const asked = `query ($id: ID!) { firmClients(firmId: $id) { nodes { link { path } } } }`
  const path = async (role: 'admin' | 'member' | 'staff') => {
    const data = await dataOf(gateway, fixtures.bearer[role], asked, { id: fixtures.firmId })
    return data.firmClients.nodes[0].link.path
  }
  const paths = [await path('admin'), await path('member'), await path('staff')]
  expect(paths).toEqual([made.path, null, null])
  const { revokeConnectionLink } = await dataOf(gateway, fixtures.bearer.admin, REVOKE, made)
  expect(revokeConnectionLink).toMatchObject({ id: made.id, state: 'revoked', path: null })
})
