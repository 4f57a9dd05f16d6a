import { expect, test } from 'vitest'
import type { Actor } from '../../src/modules/audit/audit.writes.ts'
import { feedEntryBody, readFeed, readNewestEntries } from '../../src/modules/changes/feed.reads.ts'
import { answerDeletion } from '../../src/modules/grants/deletion-answer.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { clientWith, grantWith } from '../support/portfolio.ts'
import { changesGateway } from './asking.fixtures.ts'

const { changesSince, cursorOfNow, gateway, of } = changesGateway()
const { database } = gateway
const { prisma } = database

const clientActor = (userId: string): Actor => ({ kind: 'user', userId, requestId: 'request_1' })

/** A grant that its client has revoked, and the changes since then. */
async function ended(requestDeletion: boolean) {
  const { id: grantId } = await grantWith(database, of.key.id, of.clientId)
  const cursor = await cursorOfNow()
  await revokeGrant(prisma, clientActor(of.clientId), { grantId, requestDeletion })
  const { data } = await changesSince(cursor)
  return { grantId, data }
}

test('a change says that deletion is requested, the same bytes in REST and in a webhook', async () => {
  const { grantId, data } = await ended(true)
  expect(data).toMatchObject([{ type: 'grant.ended', reason: 'revoked_by_client' }])
  expect(data[0].deletion_requested).toBe(true)
  const entries = await readFeed(database.pool, of.key.id, 1n, 10)
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

test('GraphQL has it, and null for every other change', async () => {
  const other = await clientWith(database, [])
  const cursor = await cursorOfNow()
  const { id: grantId } = await grantWith(database, of.key.id, of.clientId)
  await grantWith(database, of.key.id, other)
  await changesSince(cursor)
  await revokeGrant(prisma, clientActor(of.clientId), { grantId, requestDeletion: true })
  await changesSince(cursor)
  const document = `{ changes(after: "${cursor}") { nodes { type deletionRequested } }
    newestChanges { type deletionRequested } }`
  const { json } = await gateway.graphql(document, { key: of.key.secret })
  expect(json.data.changes.nodes).toEqual([
    { type: 'grant_given', deletionRequested: null },
    { type: 'grant_ended', deletionRequested: true },
  ])
  expect(json.data.newestChanges[0]).toEqual({ type: 'grant_ended', deletionRequested: true })
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
  await answerDeletion(prisma, admin, { grantId, answer: 'nothing_stored' })
  expect(await read()).toEqual([true, 'nothing_stored'])
})
