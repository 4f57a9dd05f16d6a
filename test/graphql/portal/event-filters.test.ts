import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR, recordEvent } from '../../../src/modules/audit/audit.writes.ts'
import { recordSignInEvent } from '../../../src/modules/people/sign-in-event.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
const DAY_MS = 86_400_000
let fixtures: Fixtures
let other: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
  other = await createFixtures(database)
  const { firmId, keyId } = fixtures
  for (const action of ['key.updated', 'member.role_set', 'firm.updated', 'key.rolled'] as const)
    await recordEvent(prisma, { actor: OPERATOR, action, subject: keyId, firmId })
  const at = new Date(Date.now() - 40 * DAY_MS)
  const old = { actor: 'operator', subject: keyId, firmId, at }
  await prisma.auditEvent.createMany({
    data: [
      { id: 'event_01HZZZZZZZZZZZZZZZZZZZZZ01', action: 'key.updated', ...old },
      { id: 'event_01HZZZZZZZZZZZZZZZZZZZZZ02', action: 'firm.plan_set', ...old },
    ],
  })
})

const LIST = 'totalCount nodes { id at action } pageInfo { hasNextPage endCursor }'

interface Event {
  readonly id: string
  readonly at: string
  readonly action: string
}

async function eventsOf(args: string, key = fixtures.bearer.member) {
  const text = `{ auditEvents(firmId: "${fixtures.firmId}"${args}) { ${LIST} } }`
  return (await dataOf(gateway, key, text)).auditEvents
}

describe('events of a firm', () => {
  test('are filtered by kind, and counted so', async () => {
    const all = await eventsOf(', first: 100')
    const isOf = (subject: string) => (event: Event) => event.action.startsWith(`${subject}.`)
    for (const kind of ['key', 'member', 'firm', 'grant', 'link']) {
      const found = await eventsOf(`, first: 100, kinds: [${kind}]`)
      expect(found.nodes).toEqual(all.nodes.filter(isOf(kind)))
      expect(found.totalCount).toBe(found.nodes.length)
    }
    const two = await eventsOf(', first: 100, kinds: [firm, member]')
    expect(two.nodes.map(({ action }: Event) => action)).toContain('firm.plan_set')
    expect(two.nodes.every((each: Event) => /^(firm|member)\./.test(each.action))).toBe(true)
  })

  test('are filtered by time, together with the kind', async () => {
    const recent = await eventsOf(', first: 100, lastDays: 30, kinds: [key]')
    expect(recent.nodes.map(({ action }: Event) => action)).toContain('key.rolled')
    const since = Date.now() - 30 * DAY_MS
    expect(recent.nodes.every(({ at }: Event) => Date.parse(at) >= since)).toBe(true)
    const longer = await eventsOf(', first: 100, lastDays: 90, kinds: [key]')
    expect(longer.totalCount).toBe(recent.totalCount + 1)
  })

  test('go on page by page within the filter', async () => {
    const all = await eventsOf(', first: 100, kinds: [key, firm]')
    const paged: Event[] = []
    for (let after = ''; ; ) {
      const page = await eventsOf(`, first: 1, kinds: [key, firm]${after}`)
      paged.push(...page.nodes)
      if (!page.pageInfo.hasNextPage) break
      after = `, after: "${page.pageInfo.endCursor}"`
    }
    expect(paged).toEqual(all.nodes)
  })

  test('of a key and of a firm below others are filtered as well', async () => {
    const { apiKey } = await dataOf(
      gateway,
      fixtures.bearer.admin,
      `{ apiKey(id: "${fixtures.keyId}") { key: auditEvents(kinds: [key]) { ${LIST} }
         firms: auditEvents(kinds: [firm]) { ${LIST} } firm { auditEvents(kinds: [member]) { ${LIST} } } } }`,
    )
    const actions = (list: { nodes: Event[] }) => list.nodes.map(({ action }) => action)
    expect(actions(apiKey.key).every((action) => action.startsWith('key.'))).toBe(true)
    expect(actions(apiKey.firms)).toEqual(['firm.updated', 'firm.plan_set'])
    expect(apiKey.firms.totalCount).toBe(2)
    expect(actions(apiKey.firm.auditEvents).every((each) => each.startsWith('member.'))).toBe(true)
  })
})

describe('sign-in events', () => {
  test('are filtered by kind and time, of the caller alone', async () => {
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
    const counts = await dataOf(
      gateway,
      key,
      `{ password: signInEvents(kinds: [password]) { totalCount nodes { action } }
         week: signInEvents(kinds: [password], lastDays: 7) { totalCount nodes { action } }
         two: signInEvents(kinds: [password, sign_in], lastDays: 7) { totalCount }
         none: signInEvents(kinds: [second_factor]) { totalCount nodes { action } } }`,
    )
    const changed = { action: 'password_change' }
    expect(counts).toEqual({
      password: { totalCount: 2, nodes: [changed, changed] },
      week: { totalCount: 1, nodes: [changed] },
      two: { totalCount: 2 },
      none: { totalCount: 0, nodes: [] },
    })
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
