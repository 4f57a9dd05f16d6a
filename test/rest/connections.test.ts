import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import {
  connectionOf,
  GRANT,
  idOfLink,
  linkOf,
  newClient,
  terms,
} from '../graphql/portal/connections.fixtures.ts'
import { codeOf, dataOf, fixturesOf } from '../graphql/portal/fixtures.ts'
import { testGateway } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
const fixtures = fixturesOf(database)

const PAST = new Date('2026-01-01T00:00:00Z')
const DECLINE = 'mutation ($link: String!) { declineConnection(link: $link) }'
const UNKNOWN = 'connection_01ARZ3NDEKTSV4RRFFQ69G5FAV'

const ask = (id: string, key = fixtures.bearer.partner, headers = {}) =>
  gateway.request(`/api/v1/connections/${id}`, { key, headers })

async function approved(reference: string | null) {
  const link = await linkOf(gateway, fixtures, { singleUse: reference !== null, reference })
  const { key, clientId } = await newClient(gateway)
  const { createGrant } = await dataOf(gateway, key, GRANT, await terms(gateway, key, link))
  const visit = await prisma.linkVisit.findFirstOrThrow({ where: { clientId } })
  return { link, key, clientId, grantId: createGrant.id, id: visit.connectionId ?? '' }
}

testTable(['customer-1042', null])(
  'a connection that was approved has its client, grant and reference',
  async (reference) => {
    const { id, link, clientId, grantId } = await approved(reference)
    expect(id).toMatch(/^connection_[0-9A-Z]{26}$/)
    const { status, json, headers } = await ask(id)
    expect([status, json]).toEqual([
      200,
      {
        data: {
          id,
          link_id: idOfLink(link),
          reference,
          state: 'approved',
          client_id: clientId,
          grant: { id: grantId, version: 1 },
        },
      },
    ])
    expect(headers.get('X-Service-Version')).toBe('2024-01-01')
    const { data } = (await gateway.request('/api/v1/me', { key: fixtures.bearer.partner })).json
    expect(data).toContainEqual(expect.objectContaining({ id: grantId, reference }))
  },
)

test('a connection that was declined names no client, until they approve', async () => {
  const link = await linkOf(gateway, fixtures, { singleUse: true, reference: 'r-1' })
  const { key, clientId } = await newClient(gateway)
  await dataOf(gateway, key, DECLINE, { link })
  const { connectionId } = await prisma.linkVisit.findFirstOrThrow({ where: { clientId } })
  const id = connectionId ?? ''
  const data = { id, link_id: idOfLink(link), reference: 'r-1', state: 'declined' }
  expect((await ask(id)).json).toStrictEqual({ data })
  await dataOf(gateway, key, GRANT, await terms(gateway, key, link))
  expect((await ask(id)).json.data).toMatchObject({ id, state: 'approved', client_id: clientId })
})

test('a connection that has no answer is pending, and expired once the link has ended', async () => {
  const states = []
  for (const ended of [{}, { expiresAt: PAST }, { revokedAt: PAST }]) {
    const { json } = await ask(await connectionOf(gateway, fixtures, null, ended))
    expect(Object.keys(json.data)).toEqual(['id', 'link_id', 'reference', 'state'])
    states.push(json.data.state)
  }
  expect(states).toEqual(['pending', 'expired', 'expired'])
})

test('a connection stays approved when its grant has ended, and a later approval has the later grant', async () => {
  const { id, link, key, grantId } = await approved(null)
  await revokeGrant(operator(prisma), { grantId })
  expect((await ask(id)).json.data).toMatchObject({ state: 'approved', grant: { id: grantId } })
  const { createGrant } = await dataOf(gateway, key, GRANT, await terms(gateway, key, link))
  expect((await ask(id)).json.data.grant).toEqual({ id: createGrant.id, version: 1 })
})

test('an approved link is declined once its grant has ended, and not before', async () => {
  const { id, link, key, clientId, grantId } = await approved(null)
  const decline = () => gateway.graphql(DECLINE, { key, variables: { link } })
  expect(codeOf(await decline())).toBe('state_conflict')
  expect((await ask(id)).json.data.state).toBe('approved')
  await revokeGrant(operator(prisma), { grantId })
  expect([codeOf(await decline()), codeOf(await decline())]).toEqual([null, null])
  expect((await ask(id)).json.data).toMatchObject({ state: 'declined' })
  const where = { actor: clientId, action: 'link.declined' }
  expect(await prisma.auditEvent.count({ where })).toBe(1)
})

test('a request gets the same bytes for an unknown id and for one of another key', async () => {
  const id = await connectionOf(gateway, fixtures, 'approved')
  const other = await keyWith(database)
  const same = { 'X-Request-Id': 'same', 'Accept-Encoding': 'identity' }
  const theirs = await ask(id, other.secret, same)
  const unknown = await ask(UNKNOWN, other.secret, same)
  expect([theirs.status, theirs.json.error.code]).toEqual([404, 'record_not_found'])
  expect(theirs.text).toBe(unknown.text)
  // Nor does another key of the same firm.
  const { id: keyId } = await prisma.apiKey.findFirstOrThrow({ where: { id: fixtures.keyId } })
  await prisma.connectionLink.updateMany({
    where: { visits: { some: { connectionId: id } } },
    data: { keyId },
  })
  expect((await ask(id, undefined, same)).text).toBe(unknown.text)
})
