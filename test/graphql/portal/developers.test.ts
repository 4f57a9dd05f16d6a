import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { setRole } from '../../../src/modules/firms/member.writes.ts'
import { rollKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { keyWith } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { testTable } from '../../support/test-table.ts'
import { connectionOf, linkOf, newClient, openLink } from './connections.fixtures.ts'
import { codeFor, dataOf, memberOf, newIdempotencyKey, portalGateway } from './fixtures.ts'
import { webhooksOf } from './subject.ts'

const { gateway, database, prisma, fixtures: of } = portalGateway()

const newKey = async (environment: 'production' | 'sandbox') =>
  (await keyWith(database, { firmId: of.firmId, environment, scopes: ['registry'] })).id
const roll = (keyId: string) =>
  `mutation { rollApiKey(input: { keyId: "${keyId}", overlap: none,
    idempotencyKey: "${newIdempotencyKey()}" }) { secret } }`

test('a developer sees whole addresses of webhooks and links of sandbox keys alone', async () => {
  const shown = async (environment: 'production' | 'sandbox', key: string) => {
    const keyId = await newKey(environment)
    await webhooksOf(gateway, keyId)
    await linkOf(gateway, { ...of, requestingKeyId: keyId })
    const document = `{ apiKey(id: "${keyId}") { webhookEndpoints { url } }
      firmClients(firmId: "${of.firmId}", keyId: "${keyId}", environment: ${environment}, only: link_open) {
        nodes { link { path } } } }`
    const { apiKey, firmClients } = await dataOf(gateway, key, document)
    return [apiKey.webhookEndpoints[0].url, firmClients.nodes[0].link.path !== null]
  }
  const { developer, member } = of.bearer
  expect(await shown('sandbox', developer)).toEqual(['https://1.1.1.1/first', true])
  expect(await shown('production', developer)).toEqual(['https://1.1.1.1', false])
  expect(await shown('sandbox', member)).toEqual(['https://1.1.1.1', false])
})

testTable([
  ['admin', 'production', 'developer', 'link_ended'],
  ['admin', 'sandbox', 'developer', null],
  ['developer', 'sandbox', 'member', 'link_ended'],
  ['developer', 'sandbox', 'admin', null],
] as const)(
  'a link asks while its creator manages its key',
  async (before, environment, role, problem) => {
    const keyId = await newKey(environment)
    const { id: userId } = await memberOf(database, of.firmId, before)
    const by = { requestingKeyId: keyId, adminId: userId }
    const { clientId, key } = await newClient(gateway, environment)
    const link = await linkOf(gateway, by)
    const connectionId = await connectionOf(gateway, { ...by, clientId }, null)
    const { secret } = await rollKey(operator(prisma), { keyId })
    await setRole(operator(prisma), { firmId: of.firmId, userId, role })
    expect((await openLink(gateway, key, link)).problem).toBe(problem)
    const outcome = await dataOf(gateway, secret, `{ connection(id: "${connectionId}") { state } }`)
    expect(outcome.connection.state).toBe(problem === null ? 'pending' : 'expired')
  },
)

test('a developer who becomes a member changes nothing any more, neither in the session before nor in a new one', async () => {
  const document = roll(await newKey('sandbox'))
  const change = { firmId: of.firmId, userId: of.developerId, role: 'member' } as const
  await setRole(operator(prisma), change)
  expect(await codeFor(gateway, of.bearer.developer, document)).toBe('invalid_session')
  const key = await sessionOf(database, of.developerId)
  const { json } = await gateway.graphql(document, { key })
  expect(json.errors[0].message).toBe(
    'Only an admin or a developer of the firm manages its sandbox keys.',
  )
})

test('members read who the people of their firm are, and not how far their accounts are set up or who is invited', async () => {
  const document = `{ firmMembers(firmId: "${of.firmId}") { invitations { email }
    members { userId role email canSignIn isProved } } }`
  const { firmMembers } = await dataOf(gateway, of.bearer.member, document)
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: of.adminId } })
  const admin = { userId: of.adminId, role: 'admin', email, canSignIn: null, isProved: null }
  expect(firmMembers.invitations).toBeNull()
  expect(firmMembers.members[0]).toEqual(admin)
  const ofAdmin = (await dataOf(gateway, of.bearer.admin, document)).firmMembers
  expect([ofAdmin.invitations, ofAdmin.members[0].isProved]).toEqual([[], true])
})
