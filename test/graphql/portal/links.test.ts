import { beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { approveLink } from '../../../src/modules/consents/approval.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { startBehind } from '../../modules/fixtures.ts'
import { testGateway } from '../../support/gateway.ts'
import { GRANT, linkOf, newClient, shownTerms, terms } from './connections.fixtures.ts'
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
const OPEN =
  'query ($link: String!) { connectionRequest(link: $link) { id firmName problem asked { singleUse } } }'
const DECLINE = 'mutation ($link: String!) { declineConnection(link: $link) }'
const REVOKE = `mutation ($id: ID!) { revokeConnectionLink(linkId: $id) { id state revokedAt path } }`
const LINKS = `query ($id: ID!, $first: Int, $after: String) { apiKey(id: $id) {
  connectionLinks(first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    nodes { id path purpose scopes singleUse state createdBy answeredCount
      visits { clientName answer answeredAt } } } } }`

async function create(singleUse?: boolean) {
  const input = { keyId: fixtures.requestingKeyId, scopes: ['valuation'], purpose: 'A report' }
  const asked = { input: { ...input, ...(singleUse !== undefined && { singleUse }) } }
  const { createConnectionLink } = await dataOf(gateway, fixtures.bearer.admin, CREATE, asked)
  return {
    ...createConnectionLink,
    link: createConnectionLink.path.replace('/connect/', ''),
  }
}

async function approve(link: string) {
  const { key, clientId } = await newClient(gateway)
  const variables = await terms(gateway, key, link)
  const reply = await gateway.graphql(GRANT, { key, variables })
  return { key, clientId, code: codeOf(reply) }
}

const list = async (key: string, page: object = {}) =>
  (await dataOf(gateway, key, LINKS, { id: fixtures.requestingKeyId, ...page })).apiKey
    .connectionLinks

describe('a link', () => {
  test('for single use ends with its first approval; another serves any number', async () => {
    const single = await create(true)
    expect([await approve(single.link), await approve(single.link)]).toMatchObject([
      { code: null },
      { code: 'invalid_parameter' },
    ])
    const { key } = await newClient(gateway)
    const opened = await dataOf(gateway, key, OPEN, { link: single.link })
    expect(opened.connectionRequest).toEqual({
      id: `${single.id}:request`,
      firmName: 'Hale Estates',
      problem: 'link_used',
      asked: null,
    })
    const many = await create()
    expect(many.singleUse).toBe(false)
    for (const _ of [1, 2, 3]) expect(await approve(many.link)).toMatchObject({ code: null })
  })

  test('for single use gives one grant, also when two clients approve at once', async () => {
    const { link } = await create(true)
    const clients = await Promise.all([1, 2, 3].map(() => newClient(gateway)))
    const replies = await Promise.all(
      clients.map(async ({ key }) => {
        const variables = await terms(gateway, key, link)
        return () => gateway.graphql(GRANT, { key, variables })
      }),
    )
    const codes = (await Promise.all(replies.map((send) => send()))).map(codeOf)
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'invalid_parameter')).toHaveLength(2)
    const clientIds = clients.map(({ clientId }) => clientId)
    expect(await prisma.grant.count({ where: { clientId: { in: clientIds } } })).toBe(1)
  })

  test('that is declined stays open, and an approval replaces the answer', async () => {
    const { link, id } = await create(true)
    const { key, clientId } = await newClient(gateway)
    await dataOf(gateway, key, DECLINE, { link })
    expect(await prisma.linkVisit.findFirst({ where: { clientId } })).toMatchObject({
      linkId: id,
      answer: 'declined',
    })
    await dataOf(gateway, key, GRANT, await terms(gateway, key, link))
    expect(await prisma.linkVisit.findFirst({ where: { clientId } })).toMatchObject({
      answer: 'approved',
    })
  })

  test('that is revoked grants nothing, also where it is open, and what it gave stays', async () => {
    const { link, id } = await create()
    const { key: other } = await approve(link)
    const { key, clientId } = await newClient(gateway)
    await dataOf(gateway, key, OPEN, { link })
    const variables = await terms(gateway, key, link)
    const { revokeConnectionLink } = await dataOf(gateway, fixtures.bearer.admin, REVOKE, { id })
    expect(revokeConnectionLink).toMatchObject({ id, state: 'revoked', path: null })
    const rejected = await gateway.graphql(GRANT, { key, variables })
    expect(codeOf(rejected)).toBe('invalid_parameter')
    expect(rejected.json.errors[0].message).toContain('withdrawn this link')
    expect(codeOf(await gateway.graphql(DECLINE, { key, variables: { link } }))).toBe(
      'invalid_parameter',
    )
    expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
    const { connectedApps } = await dataOf(gateway, other, '{ connectedApps { nodes { state } } }')
    expect(connectedApps.nodes).toEqual([{ state: 'active' }])
  })

  test('that is being revoked grants nothing to an approval that waits for it', async () => {
    const { link, id } = await create()
    const { key, clientId } = await newClient(gateway)
    const asked = { link, scopes: ['registry'], filter: { type: 'all' } }
    const { digest } = await shownTerms(gateway, key, asked)
    const approval = {
      linkId: id,
      clientId,
      scopes: ['registry'],
      filter: { type: 'all' },
      shown: { timeZone: 'UTC', digest },
    } as const
    const [approved] = await startBehind(
      prisma,
      (tx) => tx.connectionLink.updateMany({ where: { id }, data: { revokedAt: new Date() } }),
      () => [approveLink(prisma, OPERATOR, approval, new Date())],
    )
    expect(approved).toMatchObject({ status: 'rejected', reason: { code: 'invalid_parameter' } })
    expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
  })

  test('is revoked without the plan, once', async () => {
    const { id } = await create()
    const { firmId } = fixtures
    await updateFirm(prisma, OPERATOR, { firmId, plan: 'enterprise', planState: 'canceled' })
    const { admin } = fixtures.bearer
    const first = await dataOf(gateway, admin, REVOKE, { id })
    expect(await dataOf(gateway, admin, REVOKE, { id })).toEqual(first)
    expect(await prisma.auditEvent.count({ where: { action: 'link.revoked', firmId } })).toBe(1)
  })
})

describe('the list of a key’s links', () => {
  test('has who answered each, and how; newest first, page by page', async () => {
    const [one, two] = [await create(true), await create()]
    const { key } = await newClient(gateway)
    await dataOf(gateway, key, OPEN, { link: two.link })
    await dataOf(gateway, key, OPEN, { link: two.link })
    const declining = await newClient(gateway)
    await dataOf(gateway, declining.key, DECLINE, { link: two.link })
    await approve(one.link)
    // An earlier release recorded that a client had opened a link.
    const { clientId } = await newClient(gateway)
    await prisma.linkVisit.createMany({ data: { linkId: two.id, clientId, openedAt: new Date() } })

    const links = await list(fixtures.bearer.member)
    expect(links.totalCount).toBe(2)
    const visit = (answer: string) => ({
      clientName: 'Ada Hale',
      answer,
      answeredAt: expect.any(String),
    })
    expect(links.nodes).toMatchObject([
      { id: two.id, state: 'active', singleUse: false, answeredCount: 1, createdBy: 'Mia Stone' },
      { id: one.id, state: 'used', singleUse: true, answeredCount: 1, visits: [visit('approved')] },
    ])
    expect(links.nodes[0].visits).toEqual([visit('declined')])
    const first = await list(fixtures.bearer.member, { first: 1 })
    const after = first.pageInfo.endCursor
    const second = await list(fixtures.bearer.member, { first: 1, after })
    expect([first.nodes[0].id, second.nodes[0].id]).toEqual([two.id, one.id])
    expect(second.pageInfo.hasNextPage).toBe(false)
  })

  test('gives the address to admins only, and only while the link is active', async () => {
    const made = await create()
    const path = async (role: 'admin' | 'member' | 'staff') =>
      (await list(fixtures.bearer[role])).nodes[0].path
    expect([await path('admin'), await path('member'), await path('staff')]).toEqual([
      made.path,
      null,
      null,
    ])
    await dataOf(gateway, fixtures.bearer.admin, REVOKE, { id: made.id })
    expect(await path('admin')).toBeNull()
  })

  test('says of each how it ended', async () => {
    const past = new Date('2026-01-01')
    await linkOf(gateway, fixtures, { purpose: 'expired', expiresAt: past })
    await linkOf(gateway, fixtures, { purpose: 'revoked', revokedAt: past })
    await linkOf(gateway, fixtures, { purpose: 'active' })
    const { requestingKeyId } = fixtures
    await linkOf(gateway, { requestingKeyId, adminId: fixtures.clientId }, { purpose: 'ended' })
    const { nodes } = await list(fixtures.bearer.admin)
    for (const { purpose, state } of nodes) expect(state).toBe(purpose)
    expect(nodes).toHaveLength(4)
    await prisma.apiKey.updateMany({
      where: { id: requestingKeyId },
      data: { expiresAt: past },
    })
    const after = (await list(fixtures.bearer.admin)).nodes
    expect(after.map(({ state }: { state: string }) => state).sort()).toEqual([
      'ended',
      'ended',
      'expired',
      'revoked',
    ])
  })
})
