import { beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { returnGrant, revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { reportChanges } from '../support/feed.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'

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
    ['revoked_by_client', revokeGrant, { kind: 'user' }],
    ['given_back_by_firm', returnGrant, { kind: 'user' }],
    ['ended_by_operator', revokeGrant, { kind: 'operator' }],
  ] as const)('say that a grant ended: %s', async (reason, end, { kind }) => {
    const { id: grantId } = await grantWith(database, key.id, clientId)
    const cursor = await cursorOfNow()
    const actor = kind === 'operator' ? OPERATOR : { ...OPERATOR, kind, userId: clientId }
    await end(prisma, actor as never, { grantId })
    const { data } = await changesSince(cursor)
    expect(data).toMatchObject([{ type: 'grant.ended', reason, client_id: clientId }])
  })
})
