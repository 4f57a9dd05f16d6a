import { expect, test } from 'vitest'
import { changedTerms } from './connections.fixtures.ts'
import { codeOf, dataOf } from './fixtures.ts'
import { receiptGateway } from './receipts.fixtures.ts'

const { gateway, prisma, firm, mailsTo, mailed, approved } = receiptGateway()
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const NARROW = `mutation ($input: GrantNarrowing!) { narrowGrant(input: $input) {
  version scopes expiresAt filter { type } auditEvents(first: 1) { nodes { action actor } } } }`
const CHANGE = 'mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { version } }'

const narrow = (input: object, key = firm().bearer.admin) =>
  gateway.graphql(NARROW, { key, variables: { input } })
const shared = { scopes: ['registry', 'valuation'], expiresAt: inDays(90) }
const without = (id: string, more: object = {}) =>
  narrow({ grantId: id, version: 1, withoutScopes: ['valuation'], ...more })
const stored = (id: string) => prisma.grant.findFirstOrThrow({ where: { id } })

test('a firm gives up scopes and time, as its own act, and the client is told', async () => {
  const { id, key, email } = await approved(shared)
  const expiresAt = inDays(30)
  const less = { grantId: id, version: 1, withoutScopes: ['valuation'], expiresAt }
  const { json } = await narrow(less)
  expect(json.data.narrowGrant).toEqual({
    ...{ version: 2, scopes: ['registry'], expiresAt, filter: { type: 'all' } },
    auditEvents: { nodes: [{ action: 'grant.narrowed', actor: 'Mia Stone' }] },
  })
  const newest = `{ grant(id: "${id}") { auditEvents(first: 1) { nodes { action } } } }`
  const { grant } = await dataOf(gateway, key, newest)
  expect(grant.auditEvents.nodes).toEqual([{ action: 'grant.narrowed' }])
  await mailed(email, 2)
  expect(mailsTo(email)[1]).toContain('a firm has reduced what it can read of your portfolio.')
  expect(mailsTo(email)[1]).toContain(`/connected-apps/${id}\n`)
  await narrow(less)
  await mailed(email, 2)
  expect(await stored(id)).toMatchObject({ version: 2 })
})

test('a firm is refused what widens a grant or says nothing, and nothing changes', async () => {
  const { id } = await approved(shared)
  const before = await stored(id)
  const wrong: readonly (readonly [string, object])[] = [
    ['A firm only narrows a grant', { expiresAt: inDays(91) }],
    ['expires', { expiresAt: inDays(-1) }],
    ['withoutScopes, expiresAt, or both', {}],
    ['give the grant back', { withoutScopes: ['registry'] }],
  ]
  for (const [says, more] of wrong) {
    const reply = await narrow({ grantId: id, version: 1, ...more })
    expect(codeOf(reply), says).toBe('invalid_parameter')
    expect(reply.json.errors[0].message).toContain(says)
  }
  for (const more of [{ scopes: ['estate'] }, { filter: { type: 'all' } }, { clearExpiry: true }])
    expect(codeOf(await without(id, more))).not.toBeNull()
  expect(await stored(id)).toEqual(before)
})

const confirm = (id: string, key: string) =>
  gateway.graphql(`mutation { confirmGrant(grantId: "${id}") { id } }`, { key })

test('a grant that has ended is neither narrowed nor kept, and one with an end is not kept', async () => {
  const revoked = { state: 'revoked' as const, revokedAt: new Date() }
  for (const ended of [revoked, { expiresAt: new Date(0) }]) {
    const { id, clientId, key } = await approved({ scopes: shared.scopes })
    await prisma.grant.updateMany({ where: { clientId, id }, data: ended })
    const codes = [await without(id), await confirm(id, key)].map(codeOf)
    expect(codes).toEqual(['state_conflict', 'state_conflict'])
  }
  const { id, key } = await approved(shared)
  expect(codeOf(await confirm(id, key))).toBe('state_conflict')
})

test('a grant that its client changes is narrowed only in the version that was read', async () => {
  for (const isAtOnce of [true, false]) {
    const { id, key } = await approved(shared)
    const change = { grantId: id, version: 1, expiresAt: inDays(200) }
    const variables = await changedTerms(gateway, key, change)
    const changed = gateway.graphql(CHANGE, { key, variables })
    if (!isAtOnce) await changed
    const codes = (await Promise.all([changed, without(id)])).map(codeOf)
    expect(new Set(codes)).toEqual(new Set([null, 'state_conflict']))
    expect(await stored(id)).toMatchObject({ version: 2 })
    if (!isAtOnce) expect(codes).toEqual([null, 'state_conflict'])
  }
})
