import { beforeAll, describe, expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { NEWEST_VERSION } from '../../src/versions.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { type ListPage, walkByCursor } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
const VIEWER = `{ viewer { kind id name firm { id name } environment tier requestsPerMinute scopes
  tokenScopes version } }`

const viewerOf = async (key: string) => (await gateway.graphql(VIEWER, { key })).json.data.viewer

test('the viewer of a key is the partner', async () => {
  const { id, secret, firmId } = await keyWith(database, { scopes: ['registry', 'estate'] })
  expect(await viewerOf(secret)).toEqual({
    ...{ kind: 'partner', id, name: 'Reports', firm: { id: firmId, name: 'Hale Estates' } },
    ...{ environment: 'production', tier: 'standard', requestsPerMinute: 1000 },
    ...{ scopes: ['registry', 'estate'], tokenScopes: null, version: NEWEST_VERSION },
  })
})

test('the viewer of staff is staff in a session, and an ordinary user with a token', async () => {
  const person = { name: 'Sam Reed', email: 'sam2@example.com' }
  const { id } = await createStaff(operator(database.prisma), person)
  expect((await viewerOf(await sessionOf(database, id))).kind).toBe('staff')
  const token = await viewerOf(await tokenOf(database, id))
  expect([token.kind, token.tokenScopes]).toEqual(['user', ['plants']])
})

const clients: string[] = []

beforeAll(async () => {
  for (let i = 0; i < 5; i++) clients.push(await clientWith(database, []))
  clients.sort()
})

async function portfoliosOf(key: string, args = '') {
  const text = `portfolios${args} { nodes { client { id } }
    edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } }`
  return (await gateway.graphql(`{ ${text} }`, { key })).json.data.portfolios
}

const idsOf = ({ nodes }: ListPage): string[] => nodes.map(({ client }) => client.id)

describe('portfolios of a partner', () => {
  // test/rest/me.test.ts lists them by the same read.
  test('have no place for a grant that has ended', async () => {
    const { id, secret } = await keyWith(database)
    const [first = '', , , last = ''] = clients
    for (const client of clients.slice(0, 4)) {
      const { id: grantId } = await grantWith(database, id, client)
      const isLive = client === first || client === last
      if (!isLive) await revokeGrant(operator(database.prisma), { grantId })
    }
    const page = await portfoliosOf(secret, '(first: 2)')
    expect([idsOf(page), page.pageInfo.hasNextPage]).toEqual([[first, last], false])
  })

  test('are paged, each portfolio once', async () => {
    const { id, secret } = await keyWith(database)
    for (const clientId of clients) await grantWith(database, id, clientId)
    const pages = await walkByCursor((args) => portfoliosOf(secret, args), 2)
    expect(pages).toHaveLength(3)
    expect(pages.flatMap(idsOf)).toEqual(clients)
    for (const [i, { pageInfo, edges }] of pages.entries())
      expect(pageInfo).toMatchObject({ hasPreviousPage: i > 0, endCursor: edges.at(-1)?.cursor })
  })
})

describe('portfolios of staff', () => {
  const readsOf = (actor: string) =>
    database.prisma.auditEvent.findMany({ where: { actor, action: 'portfolio.read' } })
  let staffId = ''
  let key = ''
  beforeAll(async () => {
    const person = { name: 'Sam Reed', email: 'sam@example.com' }
    staffId = (await createStaff(operator(database.prisma), person)).id
    key = await sessionOf(database, staffId)
  })

  test('are all portfolios, each read is in the audit log, and none is shown if it cannot be recorded', async () => {
    expect(idsOf(await portfoliosOf(key, '(first: 100)'))).toEqual(clients)
    const events = await readsOf(staffId)
    expect(events.map(({ clientId }) => clientId).sort()).toEqual(clients)
    const [clientId = ''] = clients
    await database.pool.query('ALTER TABLE audit_events RENAME TO audit_events_gone')
    const { json } = await gateway.graphql(`{ portfolio(clientId: "${clientId}") { currency } }`, {
      key,
    })
    await database.pool.query('ALTER TABLE audit_events_gone RENAME TO audit_events')
    expect(json.data).toEqual({ portfolio: null })
    expect(json.errors).toMatchObject([{ extensions: { code: 'internal_error' } }])
    expect(await readsOf(staffId)).toHaveLength(clients.length)
  })
})
