import { expect, test } from 'vitest'
import { markRestored } from '../../src/database/mark-restored.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { reportChanges } from '../support/feed.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { changesGateway, WATCH } from './asking.fixtures.ts'

const { ask, changesSince, cursorOfNow, gateway, of } = changesGateway()
const { database, serving } = gateway
const { prisma } = database

test('a wait ends when something happens', async () => {
  const cursor = await cursorOfNow()
  const waiting = ask(`?cursor=${cursor}&wait=30`)
  await grantWith(database, of.key.id, of.clientId)
  await reportChanges(serving)
  expect((await waiting).data).toMatchObject([{ type: 'grant.given', client_id: of.clientId }])
})

test('a wait ends without a change after its time', async () => {
  const cursor = await cursorOfNow()
  expect(await ask(`?cursor=${cursor}&wait=1`)).toMatchObject({ status: 200, data: [] })
})

test('a wait ends with 401 if the key is revoked meanwhile', async () => {
  const cursor = await cursorOfNow()
  const waiting = ask(`?cursor=${cursor}&wait=2`)
  await revokeKey(operator(prisma), { keyId: of.key.id })
  expect(await waiting).toMatchObject({ status: 401, error: { code: 'revoked_api_key' } })
})

test('a cursor from before a restore begins a walk over all live grants', async () => {
  const [kept, ended] = [of.clientId, await clientWith(database, [WATCH])]
  await grantWith(database, of.key.id, kept)
  const { id: grantId } = await grantWith(database, of.key.id, ended)
  const cursor = await cursorOfNow()
  await revokeGrant(operator(prisma), { grantId })
  await markRestored(database.pool)
  // The feed has none of the grants yet.
  expect(await ask(`?cursor=${cursor}`)).toMatchObject({ status: 503 })
  const whole = await changesSince(cursor)
  expect(whole).toMatchObject({
    mode: 'full',
    data: [{ type: 'grant.given', client_id: kept }],
    has_more: false,
  })
  expect(await ask(`?cursor=${whole.next_cursor}`)).toMatchObject({ mode: 'delta', data: [] })
})

test('a full walk is followed by the ends and changes since its beginning', async () => {
  const ids = [of.clientId, await clientWith(database, []), await clientWith(database, [])]
  const grants = await Promise.all(ids.map((id) => grantWith(database, of.key.id, id)))
  const cursor = await cursorOfNow()
  await markRestored(database.pool)
  await reportChanges(serving)
  const first = await ask(`?cursor=${cursor}&page_size=1`)
  const [seen, , last] = grants.sort((a) => (a.clientId === first.data[0].client_id ? -1 : 1))
  await revokeGrant(operator(prisma), { grantId: seen?.id ?? '' })
  await reportChanges(serving)
  await updateGrant(operator(prisma), { grantId: last?.id ?? '', scopes: ['registry'] })
  await reportChanges(serving)
  const rest = await ask(`?cursor=${first.next_cursor}`)
  expect(rest).toMatchObject({ mode: 'full', has_more: false })
  const later = await ask(`?cursor=${rest.next_cursor}`)
  expect(later.data).toMatchObject([{ type: 'grant.ended' }, { effect: ['narrowed'] }])
})

test('a cursor of another key is rejected', async () => {
  const other = await keyWith(database)
  const { json } = await gateway.request('/api/v1/changes', { key: other.secret })
  expect(await ask(`?cursor=${json.next_cursor}`)).toMatchObject({
    status: 400,
    error: { code: 'invalid_parameter' },
  })
})

test('bad input is explained', async () => {
  for (const [query, code, words] of [
    ['cursor=abc', 'invalid_parameter', 'next_cursor'],
    ['wait=31', 'invalid_parameter', '0 to 30'],
    ['wait=-1', 'invalid_parameter', '0 to 30'],
    ['wait=1.5', 'invalid_parameter', '0 to 30'],
    ['page_size=0', 'invalid_parameter', '1 to 100'],
    ['page=2', 'unknown_parameter', 'cursor, wait, page_size'],
    ['client_id=user_1', 'unknown_parameter', 'cursor, wait, page_size'],
  ] as const) {
    const answer = await ask(`?${query}`)
    expect(answer, query).toMatchObject({ status: 400, error: { code } })
    expect(answer.error.message).toContain(words)
  }
})
