import { beforeAll, expect, test } from 'vitest'
import { countListed } from '../../../src/database/ordered.reads.ts'
import { eventsBy } from '../../../src/modules/audit/audit.reads.ts'
import { OPERATOR, operator, recordEvent } from '../../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { recordSignInEvent } from '../../../src/modules/people/sign-in-event.writes.ts'
import { formatChanges } from '../../../src/portal/domain/history/format-change.ts'
import { GrantHistoryDocument } from '../../../src/portal/generated/graphql.ts'
import { someone } from '../../modules/fixtures.ts'
import { clientWith, grantWith, registryIds } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { codeOf, dataOf, fixturesOf, portalGateway } from './fixtures.ts'

const { gateway, database, prisma, fixtures } = portalGateway()
const other = fixturesOf(database)
const DAY_MS = 86_400_000

beforeAll(async () => {
  const { firmId, keyId } = fixtures
  for (const action of ['key.updated', 'member.role_set', 'firm.updated', 'key.rolled'] as const)
    await recordEvent(prisma, OPERATOR, { action, subject: keyId, firmId })
  const at = new Date(Date.now() - 40 * DAY_MS)
  const old = { actor: 'operator', subject: keyId, firmId, at }
  await prisma.auditEvent.createMany({
    data: [
      { id: 'event_01HZZZZZZZZZZZZZZZZZZZZZ01', action: 'key.updated', ...old },
      { id: 'event_01HZZZZZZZZZZZZZZZZZZZZZ02', action: 'firm.plan_set', ...old },
    ],
  })
})

/** A client with a grant of 30 of 32 assets, by default of a key of the fixtures' firm. */
async function grantOfThirty() {
  const assets = Array.from({ length: 32 }, (_, at) => `watch-${String(at).padStart(2, '0')}`)
  const records = assets.map((ref) => ({ type: 'asset', ref, title: ref, category: 'watches' }))
  const clientId = await clientWith(database, records)
  const ids = await registryIds(database, clientId)
  const items = assets.map((ref) => ids[ref] ?? '')
  const grant = await grantWith(database, fixtures.requestingKeyId, clientId, {
    filter: { type: 'items', registryIds: items.slice(0, 30) },
  })
  return { key: await sessionOf(database, clientId), grantId: grant.id, items, clientId }
}

const toItems = (grantId: string, registryIds: readonly string[]) =>
  updateGrant(operator(prisma), { grantId, filter: { type: 'items', registryIds } })

async function shownNewest(key: string, id: string) {
  const { grant } = await dataOf(gateway, key, String(GrantHistoryDocument), { id, counted: false })
  return formatChanges(grant.auditEvents.nodes[0].changes)
}

test('a grant of 30 assets changed by one asset shows that asset alone, and to the firm no title', async () => {
  const { key, grantId, items } = await grantOfThirty()
  await toItems(grantId, items.slice(0, 31))
  for (const reader of [key, fixtures.bearer.staff])
    expect(await shownNewest(reader, grantId)).toEqual([['Assets', '1 asset added (watch-30)']])
  const { admin, member } = fixtures.bearer
  expect(await shownNewest(admin, grantId)).toContainEqual(['Assets', '1 asset added'])
  const query = `{ auditEvents(firmId: "${fixtures.firmId}", first: 1) { nodes { changes {
    member added { values { value label } } } } } }`
  const { auditEvents } = await dataOf(gateway, member, query)
  expect(auditEvents.nodes[0].changes).toContainEqual({
    member: 'filter_values',
    added: { values: [{ value: items[30], label: null }] },
  })
  await toItems(grantId, [...items.slice(1, 30), items[31] ?? ''])
  expect(await shownNewest(key, grantId)).toEqual([
    ['Assets', '1 asset added (watch-31), 2 assets removed (watch-00 and watch-30)'],
  ])
})

test('a grant of 30 assets names no asset of another client', async () => {
  const { key, grantId, clientId } = await grantOfThirty()
  const details = { filter_values: { before: [], after: [fixtures.ids.watch ?? ''] } }
  const event = { action: 'grant.updated', subject: grantId, clientId, details } as const
  await recordEvent(prisma, OPERATOR, event)
  expect(await shownNewest(key, grantId)).toEqual([['Assets', 'none → 1']])
})

test('an event names the client, or the person that it changed', async () => {
  const { firmId, keyId, grantId, bearer } = fixtures
  const actor = OPERATOR
  const member = await addMember({ prisma, actor }, { firmId, ...someone(), name: 'Ivo Lund' })
  await recordEvent(prisma, actor, { action: 'key.updated', subject: keyId, firmId })
  const { clientId } = fixtures
  const ofGrant = { subject: grantId, firmId, clientId, details: { scopes: ['registry'] } }
  await recordEvent(prisma, actor, { action: 'grant.updated', ...ofGrant })
  const query = `{ auditEvents(firmId: "${firmId}", first: 3) { nodes { subject personName } } }`
  const { name } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const { auditEvents } = await dataOf(gateway, bearer.member, query)
  const named = [
    { subject: grantId, personName: name },
    { subject: keyId, personName: null },
    { subject: member.id, personName: 'Ivo Lund' },
  ]
  // Events of the same millisecond have no order.
  expect(auditEvents.nodes).toEqual(expect.arrayContaining(named))
})

const VALUES = `query ($id: ID!, $first: Int) { grant(id: $id) { auditEvents(first: 1) { nodes { changes {
  member before { text count values(first: $first) { value } } after { text count values(first: $first) { value } }
  added { count values(first: $first) { value } } removed { count values(first: $first) { value } } } } } } }`

test('the values of a change are counted, and returned up to the requested number', async () => {
  const { key, grantId, items } = await grantOfThirty()
  await toItems(grantId, items.slice(2))
  const read = async (first?: number) => {
    const { grant } = await dataOf(gateway, key, VALUES, { id: grantId, first })
    const [{ changes }] = grant.auditEvents.nodes
    return changes.find(({ member }: { member: string }) => member === 'filter_values')
  }
  const usual = await read()
  expect(usual.before).toMatchObject({ text: null, count: 30 })
  expect(usual.before.values).toHaveLength(25)
  expect((await read(1)).removed).toMatchObject({ count: 2, values: [{}] })
  expect((await read(300)).after.values).toHaveLength(30)
})

const LIST = 'totalCount nodes { id at action } pageInfo { hasNextPage endCursor }'

type Event = Readonly<Record<'id' | 'at' | 'action', string>>

async function eventsOf(args: string, key = fixtures.bearer.member) {
  const text = `{ auditEvents(firmId: "${fixtures.firmId}"${args}) { ${LIST} } }`
  return (await dataOf(gateway, key, text)).auditEvents
}

test('events of a firm are filtered by kind, and counted so', async () => {
  const all = await eventsOf(', first: 100')
  const isOf = (subject: string) => (event: Event) => event.action.startsWith(`${subject}.`)
  for (const kind of ['key', 'member', 'firm', 'grant', 'link']) {
    const found = await eventsOf(`, first: 100, kinds: [${kind}]`)
    expect(found.nodes).toEqual(all.nodes.filter(isOf(kind)))
    expect(found.totalCount).toBe(found.nodes.length)
  }
  const nested = `{ apiKey(id: "${fixtures.keyId}") { auditEvents(kinds: [firm]) { nodes { action } }
    firm { auditEvents(kinds: [member]) { nodes { action } } } } }`
  const { apiKey } = await dataOf(gateway, fixtures.bearer.admin, nested)
  const ofFirm = ['firm.updated', 'firm.plan_set'].map((action) => ({ action }))
  expect(apiKey.auditEvents.nodes).toEqual(ofFirm)
  expect(apiKey.firm.auditEvents.nodes.every(isOf('member'))).toBe(true)
  const two = await eventsOf(', first: 100, kinds: [firm, member]')
  const isOfTwo = (each: Event) => isOf('firm')(each) || isOf('member')(each)
  expect(two.nodes).toEqual(all.nodes.filter(isOfTwo))
  const { pageInfo } = await eventsOf(', first: 1, kinds: [firm, member]')
  const next = await eventsOf(`, first: 2, kinds: [firm, member], after: "${pageInfo.endCursor}"`)
  expect(next.nodes).toEqual(two.nodes.slice(1, 3))
})

test('events are counted up to a number', async () => {
  const list = { ...eventsBy('firmId', () => [], undefined), countedTo: 2 }
  const count = await countListed(database.pool, list, [fixtures.firmId, 'firm_none'], new Date())
  expect([...count.values()]).toEqual([2, 0])
})

test('events of a firm are filtered by time, together with the kind', async () => {
  const recent = await eventsOf(', first: 100, lastDays: 30, kinds: [key]')
  expect(recent.nodes.map(({ action }: Event) => action)).toContain('key.rolled')
  const since = Date.now() - 30 * DAY_MS
  expect(recent.nodes.every(({ at }: Event) => Date.parse(at) >= since)).toBe(true)
  const longer = await eventsOf(', first: 100, lastDays: 90, kinds: [key]')
  expect(longer.totalCount).toBe(recent.totalCount + 1)
})

test('sign-in events are filtered by kind and time, of the caller alone', async () => {
  const event = { outcome: 'ok', address: '192.0.2.1', agent: 'a', requestId: 'r' }
  const { clientId } = fixtures
  const now = new Date()
  const record = (userId: string, action: string, at: Date) =>
    recordSignInEvent(prisma, { ...event, userId, action, at })
  await record(clientId, 'sign_in', now)
  await record(clientId, 'password_change', now)
  await record(clientId, 'password_change', new Date(now.getTime() - 20 * DAY_MS))
  await record(other.clientId, 'password_change', now)
  const key = await sessionOf(database, clientId)
  const text = `{ password: signInEvents(kinds: [password]) { totalCount nodes { action } }
    week: signInEvents(kinds: [password], lastDays: 7) { totalCount nodes { action } }
    two: signInEvents(kinds: [password, sign_in], lastDays: 7) { totalCount }
    none: signInEvents(kinds: [second_factor]) { totalCount nodes { action } } }`
  const changed = { action: 'password_change' }
  expect(await dataOf(gateway, key, text)).toEqual({
    password: { totalCount: 2, nodes: [changed, changed] },
    week: { totalCount: 1, nodes: [changed] },
    two: { totalCount: 2 },
    none: { totalCount: 0, nodes: [] },
  })
})

test('filters that are none are explained', async () => {
  const lists = [`auditEvents(firmId: "${fixtures.firmId}", `, 'signInEvents(']
  for (const [args, reason] of [
    ['kinds: []', 'kinds takes at least one kind'],
    ['lastDays: 0', 'lastDays takes 1 to 3650'],
    ['lastDays: -7', 'lastDays takes 1 to 3650'],
    ['lastDays: 3651', 'lastDays takes 1 to 3650'],
  ] as const)
    for (const list of lists) {
      const key = fixtures.bearer.admin
      const answer = await gateway.graphql(`{ ${list}${args}) { totalCount } }`, { key })
      expect([codeOf(answer), answer.text]).toEqual([
        ...['invalid_parameter', expect.stringContaining(reason)],
      ])
    }
})
