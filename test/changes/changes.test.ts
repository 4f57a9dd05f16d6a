import { expect, test } from 'vitest'
import { type Actor, OPERATOR, operator } from '../../src/modules/audit/audit.writes.ts'
import { feedEntryBody, readFeed, readNewestEntries } from '../../src/modules/changes/feed.reads.ts'
import { answerDeletion } from '../../src/modules/grants/deletion.type.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { reportChanges } from '../support/feed.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { changesGateway, WATCH } from './asking.fixtures.ts'

const { ask, changesSince, cursorOfNow, gateway, of } = changesGateway()
const { database, serving } = gateway
const { prisma } = database

const clientActor = (userId: string): Actor => ({ kind: 'user', userId, requestId: 'request_1' })

test('the changes of a key begin with a cursor for what comes', async () => {
  await grantWith(database, of.key.id, of.clientId)
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

test('the changes of a key name a grant that was given', async () => {
  const cursor = await cursorOfNow()
  const grant = await grantWith(database, of.key.id, of.clientId)
  const { data } = await changesSince(cursor)
  const change = { id: `change_${grant.id.slice(6)}_1`, type: 'grant.given', reference: null }
  const whose = { client_id: of.clientId, grant: { id: grant.id, version: 1 } }
  expect(data).toStrictEqual([{ ...change, at: grant.updatedAt.toISOString(), ...whose }])
})

test('the changes of a key name a portfolio that changed, at the instant that as_of gives', async () => {
  const grant = await grantWith(database, of.key.id, of.clientId)
  const cursor = await cursorOfNow()
  await importRecords(database, of.clientId, [{ ...WATCH, title: 'Clock' }])
  const { data } = await changesSince(cursor)
  const list = `/api/v1/assets?client_id=${of.clientId}`
  const { as_of } = (await gateway.request(list, { key: of.key.secret })).json.sync
  const change = { type: 'portfolio.changed', at: as_of, client_id: of.clientId }
  expect(data).toMatchObject([{ ...change, grant: { id: grant.id } }])
})

test('the changes of a key say what a change of the terms did', async () => {
  const { id: grantId } = await grantWith(database, of.key.id, of.clientId)
  const cursor = await cursorOfNow()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await updateGrant(operator(prisma), { grantId, scopes: ['registry'], expiresAt })
  const first = await changesSince(cursor)
  expect(first.data).toMatchObject([
    { type: 'grant.changed', grant: { version: 2 }, effect: ['narrowed', 'shortened'] },
  ])
  await updateGrant(operator(prisma), { grantId, scopes: ['registry', 'estate'] })
  const both = await changesSince(cursor)
  expect(both.data).toMatchObject([{ effect: ['narrowed', 'widened', 'shortened'] }])
  const second = await changesSince(first.next_cursor)
  expect(second.data).toMatchObject([{ effect: ['widened'], grant: { version: 3 } }])
})

test('the changes of a key say who ended a grant', async () => {
  for (const [reason, end, by] of [
    ['revoked_by_client', revokeGrant, clientActor(of.clientId)],
    ['given_back_by_firm', returnGrant, clientActor(of.clientId)],
    ['ended_by_operator', revokeGrant, OPERATOR],
  ] as const) {
    const { id: grantId } = await grantWith(database, of.key.id, of.clientId)
    const cursor = await cursorOfNow()
    await end({ prisma, actor: by }, { grantId })
    const { data } = await changesSince(cursor)
    expect(data).toMatchObject([{ type: 'grant.ended', reason, client_id: of.clientId }])
  }
})

test('the changes of a key say that a grant expired, and that it was given again when it is extended', async () => {
  const { id: grantId } = await grantWith(database, of.key.id, of.clientId)
  const cursor = await cursorOfNow()
  await prisma.grant.updateMany({ where: { id: grantId }, data: { expiresAt: new Date(0) } })
  const ended = await changesSince(cursor)
  expect(ended.data).toMatchObject([{ type: 'grant.ended', reason: 'expired' }])
  await updateGrant(operator(prisma), { grantId, expiresAt: null })
  const given = await changesSince(ended.next_cursor)
  expect(given.data).toMatchObject([{ type: 'grant.given', grant: { id: grantId, version: 2 } }])
  expect((await changesSince(cursor)).data).toMatchObject([{ type: 'grant.given' }])
})

test('the changes of a key have nothing of a change that the grant hides', async () => {
  await grantWith(database, of.key.id, of.clientId, {
    scopes: ['registry'],
    filter: { type: 'category', categories: ['watches'] },
  })
  const cursor = await cursorOfNow()
  const before = await changesSince(cursor)
  await importRecords(database, of.clientId, [
    { ...WATCH, market_value: '5', internal_notes: 'x' },
    { type: 'asset', ref: 'b', title: 'Coin', category: 'coins' },
  ])
  expect(await changesSince(cursor)).toStrictEqual(before)
})

test('the changes of a key have nothing of the clients of another key', async () => {
  const other = await keyWith(database)
  const cursor = await cursorOfNow()
  const before = await changesSince(cursor)
  await grantWith(database, other.id, of.clientId)
  expect(await changesSince(cursor)).toStrictEqual(before)
})

test('the changes of a key come in pages, and a client appears once for several changes', async () => {
  const clients = [of.clientId]
  while (clients.length < 5) clients.push(await clientWith(database, [WATCH]))
  const cursor = await cursorOfNow()
  for (const client of clients) await grantWith(database, of.key.id, client)
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

test('the changes of a key tell everything once, also of a grant that changes during a walk by pages', async () => {
  const [known, late] = [await clientWith(database, []), await clientWith(database, [])]
  const { id: grantId } = await grantWith(database, of.key.id, of.clientId)
  const { id: knownId } = await grantWith(database, of.key.id, known)
  const cursor = await cursorOfNow()
  const update = async (id: string, terms: Omit<Parameters<typeof updateGrant>[1], 'grantId'>) => {
    await updateGrant(operator(prisma), { grantId: id, ...terms })
    await reportChanges(serving)
  }
  const expiresAt = new Date(Date.now() + 3_600_000)
  await update(grantId, { scopes: ['registry'] })
  const { id: lateId } = await grantWith(database, of.key.id, late)
  for (const id of [knownId, grantId, lateId]) await update(id, { expiresAt })
  const first = await ask(`?cursor=${cursor}&page_size=1`)
  expect(first.data).toMatchObject([{ client_id: known, effect: ['shortened'] }])
  const rest = await ask(`?cursor=${first.next_cursor}`)
  expect(rest.data).toMatchObject([{ effect: ['narrowed', 'shortened'] }, { type: 'grant.given' }])
  await update(grantId, { scopes: ['registry', 'estate'] })
  expect((await ask(`?cursor=${rest.next_cursor}`)).data).toMatchObject([{ effect: ['widened'] }])
})

async function ended(requestDeletion: boolean) {
  const { id: grantId } = await grantWith(database, of.key.id, of.clientId)
  const cursor = await cursorOfNow()
  await revokeGrant({ prisma, actor: clientActor(of.clientId) }, { grantId, requestDeletion })
  const { data } = await changesSince(cursor)
  return { grantId, data }
}

test('a change says that deletion is requested, the same bytes in REST and in a webhook', async () => {
  const { grantId, data } = await ended(true)
  const end = { type: 'grant.ended', reason: 'revoked_by_client', deletion_requested: true }
  expect(data).toMatchObject([end])
  const entries = await readFeed(database.pool, of.key.id, { position: 1n, base: 1n }, 10)
  expect(JSON.stringify(data)).toBe(JSON.stringify(entries.map(feedEntryBody)))
  const [newest] = await readNewestEntries(database.pool, of.key.id, 1)
  expect(newest).toMatchObject({ grant: { id: grantId }, isDeletionRequested: true })
})

test('a change without a request has the same bytes as before', async () => {
  const { grantId, data } = await ended(false)
  const { revokedAt } = await prisma.grant.findFirstOrThrow({ where: { id: grantId } })
  const bytes = `[{"id":"change_${grantId.slice(6)}_2","type":"grant.ended","at":"${revokedAt?.toISOString()}","client_id":"${of.clientId}","grant":{"id":"${grantId}","version":1},"reference":null,"reason":"revoked_by_client"}]`
  expect(JSON.stringify(data)).toBe(bytes)
})

test('the changes of a key are the same in GraphQL', async () => {
  const cursor = await cursorOfNow()
  await grantWith(database, of.key.id, await clientWith(database, []))
  await ended(true)
  const { data, next_cursor } = await changesSince(cursor)
  const fields =
    'id type at clientId grant { id: grantId version } reference reason effect deletionRequested'
  const document = `{ changes(after: "${cursor}") { mode nodes { ${fields} } nextCursor hasMore }
    newestChanges { ${fields} } }`
  const { json } = await gateway.graphql(document, { key: of.key.secret })
  const [{ client_id: clientId, ...given }, { client_id, deletion_requested, ...end }] = data
  const unset = { effect: null, deletionRequested: null }
  const nodes = [
    { ...given, type: 'grant_given', clientId, reason: null, ...unset },
    { ...end, type: 'grant_ended', clientId: client_id, effect: null, deletionRequested: true },
  ]
  const page = { mode: 'delta', nodes, nextCursor: next_cursor, hasMore: false }
  expect(json.data.changes).toStrictEqual(page)
  expect([data[1].type, deletion_requested]).toEqual(['grant.ended', true])
  expect(json.data.newestChanges[0]).toStrictEqual(nodes[1])
})

test('the ended grants of a key say it, with the answer of the firm', async () => {
  const { grantId } = await ended(true)
  const read = async () => {
    const { json } = await gateway.request('/api/v1/me?state=ended', { key: of.key.secret })
    const [{ deletion_requested, deletion_answer }] = json.data
    return [deletion_requested, deletion_answer]
  }
  expect(await read()).toEqual([true, null])
  const admin = clientActor(of.clientId)
  await answerDeletion({ prisma, actor: admin }, { grantId, answer: 'nothing_stored' })
  expect(await read()).toEqual([true, 'nothing_stored'])
})

test('one field of a request waits for changes, and another that would is told', async () => {
  await grantWith(database, of.key.id, of.clientId)
  const field = `changes(after: "${await cursorOfNow()}", wait: 1) { hasMore }`
  const { json } = await gateway.graphql(`{ a: ${field} b: ${field} }`, { key: of.key.secret })
  expect(json.data).toEqual({ a: { hasMore: false }, b: null })
  const message = 'Only one field of a request takes wait.'
  expect(json.errors).toMatchObject([{ path: ['b'], message }])
})

test('the grants that a request lists beside a wait are read again, of several clients together', async () => {
  const others = [await clientWith(database, [WATCH]), await clientWith(database, [WATCH])]
  for (const client of [of.clientId, ...others]) await grantWith(database, of.key.id, client)
  const wait = `changes(after: "${await cursorOfNow()}", wait: 1) { hasMore }`
  const query = `{ ${wait} portfolios(first: 5) { nodes { client { id } } } }`
  const { json } = await gateway.graphql(query, { key: of.key.secret })
  expect([json.errors, json.data.portfolios.nodes.length]).toEqual([undefined, 3])
})
