import { beforeEach, describe, expect, test } from 'vitest'
import { markRestored } from '../../src/database/backup/mark-restored.ts'
import { type Actor, OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { feedEntryBody, readFeed } from '../../src/modules/changes/feed.reads.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { reportChanges } from '../support/feed.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const gateway = testGateway()
const { database, serving } = gateway
const { prisma } = database
const WATCH = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }

let key: Awaited<ReturnType<typeof keyWith>>
let clientId: string

beforeEach(async () => {
  key = await keyWith(database)
  clientId = await clientWith(database, [WATCH])
})

const clientActor = (userId: string): Actor => ({ kind: 'user', userId, requestId: 'request_1' })

async function ask(query = '') {
  const { status, json } = await gateway.request(`/api/v1/changes${query}`, { key: key.secret })
  return { status, ...json }
}

/** What is new since a cursor, after everything is reported. */
async function changesSince(cursor: string) {
  await reportChanges(serving)
  return ask(`?cursor=${cursor}`)
}

async function cursorOfNow(): Promise<string> {
  await reportChanges(serving)
  return (await ask()).next_cursor
}

describe('the changes of a key', () => {
  test('begin with a cursor for what comes', async () => {
    await grantWith(database, key.id, clientId)
    await reportChanges(serving)
    const answer = await ask()
    expect(answer).toStrictEqual({
      status: 200,
      data: [],
      mode: 'delta',
      next_cursor: expect.any(String),
      has_more: false,
    })
    expect(await ask(`?cursor=${answer.next_cursor}`)).toStrictEqual(answer)
  })

  test('name a grant that was given', async () => {
    const cursor = await cursorOfNow()
    const grant = await grantWith(database, key.id, clientId)
    const { data } = await changesSince(cursor)
    expect(data).toStrictEqual([
      {
        id: `change_${grant.id.slice(6)}_1`,
        type: 'grant.given',
        at: grant.updatedAt.toISOString(),
        client_id: clientId,
        grant: { id: grant.id, version: 1 },
        reference: null,
      },
    ])
  })

  test('name a portfolio that changed, at the instant that as_of gives', async () => {
    const grant = await grantWith(database, key.id, clientId)
    const cursor = await cursorOfNow()
    await importRecords(database, clientId, [{ ...WATCH, title: 'Clock' }])
    const { data } = await changesSince(cursor)
    const { json } = await gateway.request(`/api/v1/assets?client_id=${clientId}`, {
      key: key.secret,
    })
    expect(data).toMatchObject([
      {
        type: 'portfolio.changed',
        at: json.sync.as_of,
        client_id: clientId,
        grant: { id: grant.id },
      },
    ])
  })

  test('say what a change of the terms did', async () => {
    const { id: grantId } = await grantWith(database, key.id, clientId)
    const cursor = await cursorOfNow()
    const expiresAt = new Date(Date.now() + 3_600_000)
    await updateGrant(prisma, OPERATOR, { grantId, scopes: ['registry'], expiresAt })
    const first = await changesSince(cursor)
    expect(first.data).toMatchObject([
      { type: 'grant.changed', grant: { version: 2 }, effect: ['narrowed', 'shortened'] },
    ])
    await updateGrant(prisma, OPERATOR, { grantId, scopes: ['registry', 'estate'] })
    const both = await changesSince(cursor)
    expect(both.data).toMatchObject([{ effect: ['narrowed', 'widened', 'shortened'] }])
    const second = await changesSince(first.next_cursor)
    expect(second.data).toMatchObject([{ effect: ['widened'], grant: { version: 3 } }])
  })

  test.each([
    ['revoked_by_client', revokeGrant, 'client'],
    ['given_back_by_firm', returnGrant, 'client'],
    ['ended_by_operator', revokeGrant, 'operator'],
  ] as const)('say that a grant ended: %s', async (reason, end, by) => {
    const { id: grantId } = await grantWith(database, key.id, clientId)
    const cursor = await cursorOfNow()
    await end(prisma, by === 'client' ? clientActor(clientId) : OPERATOR, { grantId })
    const { data } = await changesSince(cursor)
    expect(data).toMatchObject([{ type: 'grant.ended', reason, client_id: clientId }])
  })

  test('say that a grant expired, and that it was given again when it is extended', async () => {
    const { id: grantId } = await grantWith(database, key.id, clientId)
    const cursor = await cursorOfNow()
    await prisma.grant.updateMany({ where: { id: grantId }, data: { expiresAt: new Date(0) } })
    const ended = await changesSince(cursor)
    expect(ended.data).toMatchObject([{ type: 'grant.ended', reason: 'expired' }])
    await updateGrant(prisma, OPERATOR, { grantId, expiresAt: null })
    const given = await changesSince(ended.next_cursor)
    expect(given.data).toMatchObject([{ type: 'grant.given', grant: { id: grantId, version: 2 } }])
    expect((await changesSince(cursor)).data).toMatchObject([{ type: 'grant.given' }])
  })

  test('have nothing of a change that the grant hides', async () => {
    await grantWith(database, key.id, clientId, {
      scopes: ['registry'],
      filter: { type: 'category', categories: ['watches'] },
    })
    const cursor = await cursorOfNow()
    const before = await changesSince(cursor)
    await importRecords(database, clientId, [
      { ...WATCH, market_value: '5', internal_notes: 'x' },
      { type: 'asset', ref: 'b', title: 'Coin', category: 'coins' },
    ])
    expect(await changesSince(cursor)).toStrictEqual(before)
  })

  test('have nothing of the clients of another key', async () => {
    const other = await keyWith(database)
    const cursor = await cursorOfNow()
    const before = await changesSince(cursor)
    await grantWith(database, other.id, clientId)
    expect(await changesSince(cursor)).toStrictEqual(before)
  })

  test('come in pages, and a client appears once for several changes', async () => {
    const clients = [clientId]
    while (clients.length < 5) clients.push(await clientWith(database, [WATCH]))
    const cursor = await cursorOfNow()
    for (const client of clients) await grantWith(database, key.id, client)
    for (const title of ['B', 'C']) {
      for (const client of clients) await importRecords(database, client, [{ ...WATCH, title }])
      await reportChanges(serving)
    }
    const seen: string[] = []
    let next = cursor
    for (let hasMore = true; hasMore; ) {
      const page = await ask(`?cursor=${next}&page_size=2`)
      expect(page.data.length).toBeLessThanOrEqual(2)
      seen.push(...page.data.map(({ client_id }: { client_id: string }) => client_id))
      hasMore = page.has_more
      next = page.next_cursor
    }
    expect([...new Set(seen)].sort()).toEqual([...clients].sort())
    expect((await ask(`?cursor=${next}`)).data).toEqual([])
    expect((await ask(`?cursor=${cursor}&page_size=100`)).data).toHaveLength(5)
  })

  test('are the same bytes as in a webhook', async () => {
    const { id: grantId } = await grantWith(database, key.id, clientId)
    const other = await grantWith(database, key.id, await clientWith(database, []))
    const cursor = await cursorOfNow()
    await updateGrant(prisma, OPERATOR, { grantId, scopes: ['registry'] })
    await revokeGrant(prisma, OPERATOR, { grantId: other.id })
    const { data } = await changesSince(cursor)
    const entries = await readFeed(database.pool, key.id, 2n, 10)
    expect(JSON.stringify(data)).toBe(JSON.stringify(entries.map(feedEntryBody)))
    expect(data).toHaveLength(2)
  })

  test('are the same in GraphQL', async () => {
    const cursor = await cursorOfNow()
    await grantWith(database, key.id, clientId)
    const { data, next_cursor } = await changesSince(cursor)
    const fields =
      'mode nodes { id type at clientId grant { id version } reference reason effect } nextCursor hasMore'
    const { json } = await gateway.graphql(`{ changes(after: "${cursor}") { ${fields} } }`, {
      key: key.secret,
    })
    const [{ client_id, ...change }] = data
    expect(json.data.changes).toStrictEqual({
      mode: 'delta',
      nodes: [{ ...change, clientId: client_id, type: 'grant_given', reason: null, effect: null }],
      nextCursor: next_cursor,
      hasMore: false,
    })
  })
})

describe('a wait', () => {
  test('ends when something happens', async () => {
    const cursor = await cursorOfNow()
    const waiting = ask(`?cursor=${cursor}&wait=30`)
    await grantWith(database, key.id, clientId)
    await reportChanges(serving)
    expect((await waiting).data).toMatchObject([{ type: 'grant.given', client_id: clientId }])
  })

  test('ends without a change after its time', async () => {
    const cursor = await cursorOfNow()
    expect(await ask(`?cursor=${cursor}&wait=1`)).toMatchObject({ status: 200, data: [] })
  })

  test('ends with 401 if the key is revoked meanwhile', async () => {
    const cursor = await cursorOfNow()
    const waiting = ask(`?cursor=${cursor}&wait=2`)
    await revokeKey(prisma, OPERATOR, { keyId: key.id })
    expect(await waiting).toMatchObject({ status: 401, error: { code: 'revoked_api_key' } })
  })
})

describe('a cursor', () => {
  test('from before a restore begins a walk over all live grants', async () => {
    const [kept, ended] = [clientId, await clientWith(database, [WATCH])]
    await grantWith(database, key.id, kept)
    const { id: grantId } = await grantWith(database, key.id, ended)
    const cursor = await cursorOfNow()
    await revokeGrant(prisma, OPERATOR, { grantId })
    await markRestored(database.pool)
    const whole = await changesSince(cursor)
    expect(whole).toMatchObject({
      mode: 'full',
      data: [{ type: 'grant.given', client_id: kept }],
      has_more: false,
    })
    expect(await ask(`?cursor=${whole.next_cursor}`)).toMatchObject({ mode: 'delta', data: [] })
  })

  test('of another key is rejected', async () => {
    const other = await keyWith(database)
    const { json } = await gateway.request('/api/v1/changes', { key: other.secret })
    expect(await ask(`?cursor=${json.next_cursor}`)).toMatchObject({
      status: 400,
      error: { code: 'invalid_parameter' },
    })
  })
})

describe('bad input is explained', () => {
  test.each([
    ['cursor=abc', 'invalid_parameter', 'next_cursor'],
    ['wait=31', 'invalid_parameter', '0 to 30'],
    ['wait=-1', 'invalid_parameter', '0 to 30'],
    ['wait=1.5', 'invalid_parameter', '0 to 30'],
    ['page_size=0', 'invalid_parameter', '1 to 100'],
    ['page=2', 'unknown_parameter', 'cursor, wait, page_size'],
    ['client_id=user_1', 'unknown_parameter', 'cursor, wait, page_size'],
  ])('%s', async (query, code, words) => {
    const answer = await ask(`?${query}`)
    expect(answer).toMatchObject({ status: 400, error: { code } })
    expect(answer.error.message).toContain(words)
  })
})

describe('other callers', () => {
  test('a person is refused, in GraphQL too', async () => {
    const token = await tokenOf(database, clientId, ['portfolio:read'])
    const rest = await gateway.request('/api/v1/changes', { key: token })
    expect(rest.status).toBe(401)
    const query = '{ changes { nextCursor } }'
    for (const credential of [token, await sessionOf(database, clientId)]) {
      const { json } = await gateway.graphql(query, { key: credential })
      expect(json.errors[0].extensions.code).toBe('caller_not_allowed')
    }
  })
})
