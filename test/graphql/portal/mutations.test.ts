import { describe, expect, test } from 'vitest'
import { createMemoryQuota } from '../../../src/access/quota.ts'
import { SCOPES } from '../../../src/access/scopes.ts'
import { createFieldLimits } from '../../../src/graphql/field-limits.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { PORTAL } from '../../contract/portal.table.ts'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { linkOf } from './connections.fixtures.ts'
import { codeOf, createFixtures, type Fixtures, memberOf, newIdempotencyKey } from './fixtures.ts'

/** The limits that the fields have asked for: their names and calls a minute. */
const asked: Record<string, number> = {}
const limits = createFieldLimits(createMemoryQuota())
const gateway = testGateway({
  fieldLimits: {
    use(context, info, perMinute) {
      asked[info.fieldName] = perMinute
      return limits.use(context, info, perMinute)
    },
  },
})
const { prisma } = gateway.database

interface Subject extends Fixtures {
  readonly link: string
  readonly tokenId: string
}

/** A mutation of the portal, as one of its forms sends it. */
interface Action {
  readonly by: 'admin' | 'client'
  readonly text: (of: Subject) => string
  /** Its action in the history. */
  readonly action: string
  /** The second response to a form that is sent twice: the same, or this error. */
  readonly again: 'same' | 'state_conflict'
  readonly perMinute: number
  /** Whether it is recorded again when it is sent twice. It has no other effect. */
  readonly recordedTwice?: true
  /** The actions of further events that it causes. */
  readonly follows?: readonly string[]
}

const ACTIONS: Readonly<Record<string, Action>> = {
  createApiKey: {
    by: 'admin',
    text: ({ firmId }) => `createApiKey(input: { firmId: "${firmId}", name: "New",
      environment: sandbox, scopes: [estate], idempotencyKey: "${newIdempotencyKey()}" }) { key { id } }`,
    action: 'key.created',
    again: 'state_conflict',
    perMinute: 10,
  },
  updateApiKey: {
    by: 'admin',
    text: ({ keyId }) =>
      `updateApiKey(input: { keyId: "${keyId}", name: "Renamed" }) { name allowedIps }`,
    action: 'key.updated',
    again: 'same',
    perMinute: 30,
  },
  rollApiKey: {
    by: 'admin',
    text: ({ keyId }) =>
      `rollApiKey(input: { keyId: "${keyId}", overlap: one_hour, idempotencyKey: "${newIdempotencyKey()}" }) { key { id } }`,
    action: 'key.rolled',
    again: 'state_conflict',
    perMinute: 10,
  },
  revokeApiKey: {
    by: 'admin',
    text: ({ keyId }) => `revokeApiKey(keyId: "${keyId}") { state revokedAt }`,
    action: 'key.revoked',
    follows: ['grant.revoked'],
    again: 'same',
    perMinute: 30,
  },
  createConnectionLink: {
    by: 'admin',
    text: ({ keyId }) => `createConnectionLink(input: { keyId: "${keyId}", scopes: [valuation],
      purpose: "A yearly report" }) { __typename }`,
    action: 'link.created',
    again: 'same',
    perMinute: 30,
    recordedTwice: true,
  },
  declineConnection: {
    by: 'client',
    text: ({ link }) => `declineConnection(link: "${link}")`,
    action: 'link.declined',
    again: 'same',
    perMinute: 30,
  },
  createGrant: {
    by: 'client',
    text: ({ link }) => `createGrant(input: { link: "${link}", scopes: [registry],
      filter: { type: all } }) { id }`,
    action: 'grant.created',
    again: 'state_conflict',
    perMinute: 30,
  },
  updateGrant: {
    by: 'client',
    text: ({ grantId }) =>
      `updateGrant(input: { grantId: "${grantId}", version: 1, scopes: [detail] }) { version scopes updatedAt }`,
    action: 'grant.updated',
    again: 'same',
    perMinute: 30,
  },
  revokeGrant: {
    by: 'client',
    text: ({ grantId }) => `revokeGrant(grantId: "${grantId}") { state version revokedAt }`,
    action: 'grant.revoked',
    again: 'same',
    perMinute: 30,
  },
  returnGrant: {
    by: 'admin',
    text: ({ grantId }) =>
      `returnGrant(grantId: "${grantId}") { state version revokedAt revokedBy }`,
    action: 'grant.returned',
    again: 'same',
    perMinute: 30,
  },
  createAccessToken: {
    by: 'client',
    text: () =>
      `createAccessToken(input: { name: "CI", idempotencyKey: "${newIdempotencyKey()}" }) { token { id } }`,
    action: 'token.created',
    again: 'state_conflict',
    perMinute: 10,
  },
  revokeAccessToken: {
    by: 'client',
    text: ({ tokenId }) => `revokeAccessToken(tokenId: "${tokenId}") { revokedAt }`,
    action: 'token.revoked',
    again: 'same',
    perMinute: 30,
  },
}

async function subject(): Promise<Subject> {
  const fixtures = await createFixtures(gateway.database)
  const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000)
  const { id: tokenId } = await createToken(prisma, OPERATOR, { userId: fixtures.clientId })
  return { ...fixtures, link: linkOf(fixtures, { scopes: SCOPES, expiresAt }), tokenId }
}

const actorOf = (of: Subject, { by }: Action) => (by === 'admin' ? of.adminId : of.clientId)

const eventsOf = (actor: string) =>
  prisma.auditEvent.findMany({ where: { actor }, orderBy: { id: 'asc' } })

test('the table has every mutation of the schema except those of the plant store', () => {
  const all = Object.keys(schema.getMutationType()?.getFields() ?? {})
  const plants = ['createPlant', 'deletePlant']
  expect(Object.keys(ACTIONS).sort()).toEqual(all.filter((name) => !plants.includes(name)).sort())
  expect(Object.keys(ACTIONS).sort()).toEqual(PORTAL.Mutation.split(' '))
})

describe.each(Object.entries(ACTIONS))('%s', (name, action) => {
  test('sent three times, also concurrently, acts once and is recorded once', async () => {
    const of = await subject()
    const key = await sessionOf(gateway.database, actorOf(of, action))
    const document = `mutation { ${action.text(of)} }`
    const send = (id: string) =>
      gateway.graphql(document, { key, headers: { 'X-Request-Id': `${name}-${id}` } })
    const replies = [...(await Promise.all([send('a'), send('b')])), await send('c')]
    const done = replies.filter((reply) => codeOf(reply) === null)
    const rejected = replies.filter((reply) => codeOf(reply) !== null)
    expect(rejected.map(codeOf)).toEqual(
      action.again === 'same' ? [] : [action.again, action.again],
    )
    expect(new Set(done.map(({ json }) => JSON.stringify(json.data))).size).toBe(1)

    const actor = actorOf(of, action)
    const events = await eventsOf(actor)
    expect(events.map(({ action }) => action)).toEqual([
      ...Array(action.recordedTwice ? 3 : 1).fill(action.action),
      ...(action.follows ?? []),
    ])
    const ids = done.map(({ headers }) => headers.get('X-Request-Id'))
    for (const event of events) expect(ids).toContain(event.requestId)
    expect(asked[name]).toBe(action.perMinute)
  })
})

describe.each(['createApiKey', 'updateGrant'])('%s', (name) => {
  const action = ACTIONS[name]
  if (!action) throw new Error(`no mutation ${name}`)

  test(`is served ${action.perMinute} times a minute to one person, in whichever session, also all at once`, async () => {
    const of = await subject()
    const userId =
      action.by === 'admin'
        ? (await memberOf(gateway.database, of.firmId, 'admin')).id
        : of.clientId
    const document = `mutation { ${action.text(of)} }`
    const keys = [
      await sessionOf(gateway.database, userId),
      await sessionOf(gateway.database, userId),
    ]
    const send = (_: unknown, index = 0) =>
      gateway.graphql(document, { key: keys[index % 2] ?? '' })
    const codes = (await Promise.all(Array.from({ length: action.perMinute + 3 }, send))).map(
      codeOf,
    )
    expect(codes.filter((code) => code === 'rate_limit_exceeded')).toHaveLength(3)
    expect(codeOf(await send(null))).toBe('rate_limit_exceeded')
    // Another person's count is another.
    const other = await sessionOf(gateway.database, of.adminId)
    expect(codeOf(await gateway.graphql(document, { key: other }))).not.toBe('rate_limit_exceeded')
  })
})
