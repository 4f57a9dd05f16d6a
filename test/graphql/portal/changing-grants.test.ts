import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { clientWith, registryIds } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { approvedGrant, changedTerms, linkOf, newClient } from './connections.fixtures.ts'
import { codeOf, dataOf, portalGateway } from './fixtures.ts'

const { gateway, database, fixtures } = portalGateway({}, ['registry', 'valuation', 'detail'])

const PAST = new Date(Date.now() - 60_000)
const CHANGE = `mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) {
  version scopes expiresAt } }`

const approved = async (key: string, more: object = {}) =>
  approvedGrant(gateway, key, await linkOf(gateway, fixtures), more)

test('changing a grant sets and clears the expiry, leaves what is not given, and raises the version', async () => {
  const { key } = await newClient(gateway)
  const { id } = await approved(key)
  const change = async (version: number, more: object) => {
    const variables = await changedTerms(gateway, key, { grantId: id, version, ...more })
    return gateway.graphql(CHANGE, { key, variables })
  }
  const scopes = ['registry', 'valuation', 'detail']
  const [end, until] = ['2099-01-01T00:00:00.000Z', { expiresAt: '2099-01-01' }]
  for (const [version, more, changed] of [
    [1, { scopes: ['detail', 'valuation'] }, { version: 2, scopes, expiresAt: null }],
    [2, until, { version: 3, scopes, expiresAt: end }],
    [3, { expiresAt: null, scopes: null }, { version: 3, scopes, expiresAt: end }],
    [3, { clearExpiry: true }, { version: 4, scopes, expiresAt: null }],
  ] as const)
    expect((await change(version, more)).json.data?.updateGrant).toEqual(changed)
  for (const wrong of [{ scopes: ['estate'] }, { clearExpiry: true, ...until }])
    expect(codeOf(await change(4, wrong))).toBe('invalid_parameter')
  // A change of what has been changed since it was read.
  expect(codeOf(await change(3, { scopes: ['registry'] }))).toBe('state_conflict')
})

test('changing a grant is rejected as long as another active grant has replaced it, which the grant names', async () => {
  const { key } = await newClient(gateway)
  const expire = (id: string) =>
    database.prisma.grant.updateMany({ where: { id }, data: { expiresAt: PAST } })
  const { id } = await approved(key)
  await expire(id)
  const replacement = async () =>
    (await dataOf(gateway, key, `{ grant(id: "${id}") { replacedBy } }`)).grant.replacedBy
  const extend = async () => {
    const asked = { grantId: id, version: 1, clearExpiry: true }
    const variables = await changedTerms(gateway, key, asked)
    return codeOf(await gateway.graphql(CHANGE, { key, variables }))
  }
  expect(await replacement()).toBeNull()
  const { id: other } = await approved(key)
  expect([await replacement(), await extend()]).toEqual([other, 'state_conflict'])
  const listed = await dataOf(gateway, key, '{ connectedApps { nodes { id replacedBy } } }')
  expect(listed.connectedApps.nodes).toEqual([
    { id: other, replacedBy: null },
    { id, replacedBy: other },
  ])
  // The place is taken until the other grant is stored as ended.
  await expire(other)
  expect([await replacement(), await extend()]).toEqual([other, 'state_conflict'])
  await dataOf(gateway, key, `mutation { revokeGrant(grantId: "${other}") { id } }`)
  expect([await replacement(), await extend()]).toEqual([null, null])
})

const VALUES = 'filter { type count values { id: value label } }'
const seenBy = async (key: string) =>
  (await dataOf(gateway, key, `{ grant(id: "${fixtures.grantId}") { ${VALUES} } }`)).grant.filter
const narrow = (filter: NonNullable<Parameters<typeof updateGrant>[1]['filter']>) =>
  updateGrant(operator(database.prisma), { grantId: fixtures.grantId, filter })

test('the values of a grant’s filter have titles and names for the client and staff, and only ids for the firm', async () => {
  const { client, staff, admin, member } = fixtures.bearer
  const [id = '', collectionId] = [fixtures.ids.watch, fixtures.collectionId]
  await narrow({ type: 'items', registryIds: [id] })
  for (const [key, label] of [
    [client, 'Diver 300 % steel'],
    [staff, 'Diver 300 % steel'],
    [admin, id],
    [member, id],
  ] as const)
    expect((await seenBy(key)).values).toEqual([{ id, label }])
  await narrow({ type: 'collection', collectionId })
  const named = { id: collectionId, label: 'Quiet things' }
  expect((await seenBy(client)).values).toEqual([named])
  expect((await seenBy(admin)).values).toEqual([{ ...named, label: collectionId }])
  const list = `{ apiKey(id: "${fixtures.keyId}") { grants(first: 5) { nodes { ${VALUES} client { name }
    auditEvents(first: 5) { nodes { changes { member after { text values { value label } } } } } } } } }`
  const listed = await dataOf(gateway, admin, list)
  expect(JSON.stringify(listed)).not.toMatch(/Quiet things|@example\.com/)
  expect(JSON.stringify(listed)).toContain(`{"value":"${collectionId}","label":null}`)
})

test('the values of a grant’s filter are as many as are asked for', async () => {
  const refs = Array.from({ length: 30 }, (_, at) => `watch-${at}`)
  const assets = refs.map((ref) => ({ type: 'asset', ref, title: ref, category: 'watches' }))
  const clientId = await clientWith(database, assets)
  const key = await sessionOf(database, clientId)
  const values = Object.values(await registryIds(database, clientId))
  const { id, filter } = await approved(key, { filter: { type: 'items', values } })
  expect([filter.count, filter.values.length]).toEqual([30, 25])
  const read = (first: number) =>
    `{ grant(id: "${id}") { filter { values(first: ${first}) { id } } } }`
  expect((await dataOf(gateway, key, read(1000))).grant.filter.values).toHaveLength(30)
  expect(codeOf(await gateway.graphql(read(0), { key }))).toBe('invalid_parameter')
  expect(codeOf(await gateway.graphql(read(1001), { key }))).toBe('document_too_costly')
})

const PERSON = `{ viewer { person { userId name isStaff hasPortfolio environment
  memberships { role firm { id keyManagement } } } } }`
const personOf = async (key: string) => (await dataOf(gateway, key, PERSON)).viewer.person

test('the caller has their firms and roles', async () => {
  const { bearer, clientId: userId, firmId: id } = fixtures
  const memberships = [{ role: 'admin', firm: { id, keyManagement: 'allowed' } }]
  const none = { isStaff: false, hasPortfolio: false, environment: null, memberships: [] }
  const admin = { ...none, name: 'Mia Stone', memberships }
  expect(await personOf(bearer.admin)).toMatchObject(admin)
  const client = { ...none, userId, hasPortfolio: true, environment: 'production' }
  expect(await personOf(bearer.client)).toMatchObject(client)
  expect(await personOf(bearer.staff)).toMatchObject({ ...none, isStaff: true })
  expect(await personOf(bearer.partner)).toBeNull()
  expect(await personOf(bearer.adminToken)).toBeNull()
})

test('the caller that is a partner sees only the name of its firm', async () => {
  const key = fixtures.bearer.partner
  const { viewer } = await dataOf(gateway, key, '{ viewer { firm { id name } } }')
  expect(viewer.firm.id).toBe(fixtures.firmId)
  const lists = ['apiKeys { totalCount }', 'auditEvents { totalCount }', 'usage { total }']
  for (const field of ['plan', 'planState', 'tier', 'keyManagement', 'clientCount', ...lists]) {
    const reply = await gateway.graphql(`{ viewer { firm { ${field} } } }`, { key })
    expect(codeOf(reply), field).toBe('caller_not_allowed')
  }
})

test('usage and events are of one subject, and of 1 to 90 days', async () => {
  for (const text of [
    'usage { total }',
    'usage(firmId: "a", keyId: "b") { total }',
    'auditEvents(firmId: "a", clientId: "b") { totalCount }',
    ...[0, 91, -1].map((days) => `usage(firmId: "${fixtures.firmId}", days: ${days}) { total }`),
  ]) {
    const reply = await gateway.graphql(`{ ${text} }`, { key: fixtures.bearer.admin })
    expect(codeOf(reply), text).toBe('invalid_parameter')
  }
})
