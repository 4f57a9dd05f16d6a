import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { invitePerson } from '../../../src/modules/people/password.writes.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { changedTerms, GRANT, newClient, terms } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures, LINK_SECRET } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
let fixtures: Fixtures

beforeEach(async () => {
  fixtures = await createFixtures(database)
})

const LINK =
  'mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) { path } }'
const REQUEST =
  'query ($link: String!) { connectionRequest(link: $link) { problem asked { purpose } } }'
const RETURN = 'mutation ($id: ID!) { returnGrant(grantId: $id) { state revokedBy revokedAt } }'

const lapse = (planState: 'active' | 'canceled' = 'canceled') =>
  updateFirm(prisma, OPERATOR, { firmId: fixtures.firmId, plan: 'enterprise', planState })

async function madeLink(key = fixtures.bearer.admin): Promise<string> {
  const input = { keyId: fixtures.requestingKeyId, scopes: ['valuation'], purpose: 'A report' }
  const { createConnectionLink } = await dataOf(gateway, key, LINK, { input })
  return createConnectionLink.path.replace('/connect/', '')
}

/** What the client sees of the link, and the result of approving it. */
async function opened(link: string) {
  const { key, clientId } = await newClient(gateway)
  const { connectionRequest } = await dataOf(gateway, key, REQUEST, { link })
  const variables = await terms(gateway, key, link)
  const approved = await gateway.graphql(GRANT, { key, variables })
  const grants = await prisma.grant.count({ where: { clientId } })
  return [connectionRequest.problem, codeOf(approved), grants]
}

describe('a connection link ends', () => {
  const creator = () => prisma.user.findUniqueOrThrow({ where: { id: fixtures.adminId } })
  const demote = () =>
    prisma.member.updateMany({ where: { userId: fixtures.adminId }, data: { role: 'member' } })

  test.each<[string, () => Promise<unknown>, string, string]>([
    [
      'when its creator is locked out, and a new invitation does not bring it back',
      async () => {
        const { email } = await creator()
        await lockPerson(prisma, OPERATOR, { email })
        await invitePerson(prisma, OPERATOR, { email, unlock: {} })
      },
      'link_ended',
      'invalid_parameter',
    ],
    ['when its creator is no longer an admin', demote, 'link_ended', 'invalid_parameter'],
    [
      'when its creator has left the firm',
      () => prisma.member.deleteMany({ where: { userId: fixtures.adminId } }),
      'link_ended',
      'invalid_parameter',
    ],
    ['when the plan lapses', () => lapse(), 'plan_lapsed', 'enterprise_plan_required'],
    [
      'when its key is revoked',
      () => revokeKey(prisma, OPERATOR, { keyId: fixtures.requestingKeyId }),
      'key_ended',
      'invalid_parameter',
    ],
  ])('%s', async (_how, end, problem, code) => {
    const link = await madeLink()
    expect(await opened(link)).toEqual([null, null, 1])
    await end()
    expect(await opened(link)).toEqual([problem, code, 0])
  })

  test('only if it is older than the lock of its creator', async () => {
    const { email } = await creator()
    await lockPerson(prisma, OPERATOR, { email })
    const link = await madeLink(await sessionOf(database, fixtures.adminId))
    expect(await opened(link)).toEqual([null, null, 1])
  })

  test('if it is of an earlier release, whose links contain the request and are not stored', async () => {
    const earlier = { k: fixtures.requestingKeyId, s: ['registry'], p: 'A report', e: 4e9 }
    const text = Buffer.from(JSON.stringify(earlier)).toString('base64url')
    const signature = createHmac('sha256', LINK_SECRET).update(text).digest('base64url')
    const variables = { link: `${text}.${signature}` }
    const reply = await gateway.graphql(REQUEST, { key: fixtures.bearer.client, variables })
    expect(codeOf(reply)).toBe('invalid_parameter')
    expect(reply.json.errors[0].message).toContain('ask for a new one')
  })
})

describe('without the active plan', () => {
  test('no link is created or recorded', async () => {
    await lapse()
    const input = { keyId: fixtures.requestingKeyId, scopes: ['valuation'], purpose: 'A report' }
    const reply = await gateway.graphql(LINK, { key: fixtures.bearer.admin, variables: { input } })
    expect(codeOf(reply)).toBe('enterprise_plan_required')
    expect(await prisma.auditEvent.count({ where: { actor: fixtures.adminId } })).toBe(0)
    await lapse('active')
    expect(await opened(await madeLink())).toEqual([null, null, 1])
  })

  const change = async (more: object, version = 1) =>
    gateway.graphql(
      'mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { version } }',
      {
        key: fixtures.bearer.client,
        variables: await changedTerms(gateway, fixtures.bearer.client, {
          grantId: fixtures.grantId,
          version,
          ...more,
        }),
      },
    )

  test('a client can narrow a grant, but not extend it', async () => {
    await lapse()
    expect(codeOf(await change({ scopes: ['registry'] }))).toBeNull()
    const wider = await change({ scopes: ['registry', 'detail'] }, 2)
    expect(codeOf(wider)).toBe('enterprise_plan_required')
    expect(wider.json.errors[0].message).toContain('Enterprise plan')
  })

  test('an expired grant gets no new end until the firm has the plan, and its key tells the client', async () => {
    const { client } = fixtures.bearer
    const query = `{ grant(id: "${fixtures.grantId}") { state key { hasEnterprisePlan } } }`
    const expired = { data: { expiresAt: new Date(Date.now() - 60_000) } }
    await prisma.grant.updateMany({ where: { id: fixtures.grantId }, ...expired })
    await lapse()
    const key = { hasEnterprisePlan: false }
    expect((await dataOf(gateway, client, query)).grant).toEqual({ state: 'expired', key })
    expect(codeOf(await change({ expiresAt: '2099-01-01' }))).toBe('enterprise_plan_required')
    await lapse('active')
    expect((await dataOf(gateway, client, query)).grant.key).toEqual({ hasEnterprisePlan: true })
    expect(codeOf(await change({ expiresAt: '2099-01-01' }))).toBeNull()
  })
})

describe('a grant that the firm returns', () => {
  const read = (key: string) =>
    gateway.request(`/api/v1/portfolio/summary?client_id=${fixtures.clientId}`, { key })

  test('ends at once, also without the plan, and both sides see who ended it', async () => {
    const { secret } = await rolled()
    expect((await read(secret)).status).toBe(200)
    await lapse()
    const variables = { id: fixtures.grantId }
    const first = await dataOf(gateway, fixtures.bearer.admin, RETURN, variables)
    expect(first.returnGrant).toMatchObject({ state: 'revoked', revokedBy: 'firm' })
    expect(await dataOf(gateway, fixtures.bearer.admin, RETURN, variables)).toEqual(first)
    const rejected = await read(secret)
    expect([rejected.status, rejected.json.error.code]).toEqual([403, 'grant_revoked'])
    const seen = `{ grant(id: "${fixtures.grantId}") { revokedBy auditEvents(first: 1) { nodes { action actor } } } }`
    for (const role of ['client', 'member'] as const) {
      const { grant } = await dataOf(gateway, fixtures.bearer[role], seen)
      expect(grant).toEqual({
        revokedBy: 'firm',
        auditEvents: { nodes: [{ action: 'grant.returned', actor: 'Mia Stone' }] },
      })
    }
  })

  test('cannot be restored by the firm; the client can approve a new link', async () => {
    await dataOf(gateway, fixtures.bearer.admin, RETURN, { id: fixtures.grantId })
    const change = `mutation { updateGrant(input: { grantId: "${fixtures.grantId}", version: 1, clearExpiry: true, termsDigest: "" }) { id } }`
    expect(codeOf(await gateway.graphql(change, { key: fixtures.bearer.client }))).toBe(
      'state_conflict',
    )
  })

  async function rolled() {
    const roll = `mutation { rollApiKey(input: { keyId: "${fixtures.keyId}", overlap: none, idempotencyKey: "give-back-1" }) { secret } }`
    return (await dataOf(gateway, fixtures.bearer.admin, roll)).rollApiKey
  }
})
