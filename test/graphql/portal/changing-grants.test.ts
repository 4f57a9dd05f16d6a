import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, registryIds } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { changedTerms, GRANT, linkOf, newClient, terms } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database, ['registry', 'valuation', 'detail'])
})

const PAST = new Date(Date.now() - 60_000)

const CHANGE = `mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) {
  id version state scopes expiresAt filter { type values { id: value label } } } }`

async function approved(key: string, more: object = {}) {
  const link = await linkOf(gateway, fixtures)
  return dataOf(gateway, key, GRANT, await terms(gateway, key, link, more))
}

describe('changing a grant', () => {
  test('narrows and widens within the key, sets and clears the expiry, and raises the version', async () => {
    const { key } = await newClient(gateway)
    const { createGrant } = await approved(key)
    let version = 1
    const change = async (more: object) => {
      const asked = { grantId: createGrant.id, version, ...more }
      const variables = await changedTerms(gateway, key, asked)
      const { updateGrant } = await dataOf(gateway, key, CHANGE, variables)
      version = updateGrant.version
      return updateGrant
    }
    expect(await change({ scopes: ['detail', 'valuation'] })).toMatchObject({
      version: 2,
      scopes: ['registry', 'valuation', 'detail'],
    })
    expect(await change({ expiresAt: '2099-01-01' })).toMatchObject({
      version: 3,
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
    expect(await change({ expiresAt: null, scopes: null })).toMatchObject({
      version: 3,
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
    expect(await change({ clearExpiry: true })).toMatchObject({ version: 4, expiresAt: null })
    const wrong = [{ scopes: ['estate'] }, { clearExpiry: true, expiresAt: '2099-01-01' }]
    for (const more of wrong) {
      const asked = { grantId: createGrant.id, version, ...more }
      const variables = await changedTerms(gateway, key, asked)
      expect(codeOf(await gateway.graphql(CHANGE, { key, variables }))).toBe('invalid_parameter')
    }
  })

  test('is rejected as long as another active grant has replaced it, which the grant names', async () => {
    const { key } = await newClient(gateway)
    const { id } = (await approved(key)).createGrant
    await database.prisma.grant.updateMany({ where: { id }, data: { expiresAt: PAST } })
    const replacement = async () =>
      (await dataOf(gateway, key, `{ grant(id: "${id}") { replacedBy } }`)).grant.replacedBy
    const extend = async () => {
      const asked = { grantId: id, version: 1, clearExpiry: true }
      const variables = await changedTerms(gateway, key, asked)
      return codeOf(await gateway.graphql(CHANGE, { key, variables }))
    }
    expect(await replacement()).toBeNull()
    const { id: other } = (await approved(key)).createGrant
    expect(await replacement()).toBe(other)
    expect(await extend()).toBe('state_conflict')
    const { connectedApps } = await dataOf(
      gateway,
      key,
      '{ connectedApps { nodes { id replacedBy } } }',
    )
    expect(connectedApps.nodes).toEqual([
      { id: other, replacedBy: null },
      { id, replacedBy: other },
    ])
    // The place is taken until the other grant is stored as ended.
    await database.prisma.grant.updateMany({ where: { id: other }, data: { expiresAt: PAST } })
    expect([await replacement(), await extend()]).toEqual([other, 'state_conflict'])
    await dataOf(gateway, key, `mutation { revokeGrant(grantId: "${other}") { id } }`)
    expect([await replacement(), await extend()]).toEqual([null, null])
  })

  test('is rejected if the grant has changed since it was read', async () => {
    const { key } = await newClient(gateway)
    const { createGrant } = await approved(key, { scopes: ['registry', 'valuation'] })
    const seen = { grantId: createGrant.id, version: createGrant.version }
    const narrow = { ...seen, scopes: ['registry'] }
    const other = await changedTerms(gateway, key, {
      ...seen,
      scopes: ['registry', 'valuation'],
      expiresAt: '2099-01-01',
    })
    await dataOf(gateway, key, CHANGE, await changedTerms(gateway, key, narrow))
    const variables = other
    expect(codeOf(await gateway.graphql(CHANGE, { key, variables }))).toBe('state_conflict')
    const { grant } = await dataOf(gateway, key, `{ grant(id: "${createGrant.id}") { scopes } }`)
    expect(grant.scopes).toEqual(['registry'])
  })

  test('returns the requested number of values of a long filter', async () => {
    const assets = Array.from({ length: 30 }, (_, at) => `watch-${at}`)
    const clientId = await clientWith(
      database,
      assets.map((ref) => ({ type: 'asset', ref, title: ref, category: 'watches' })),
    )
    const key = await sessionOf(database, clientId)
    const values = Object.values(await registryIds(database, clientId))
    const filter = { type: 'items', values }
    const { createGrant } = await approved(key, { filter })
    expect(createGrant.filter).toMatchObject({ count: 30 })
    expect(createGrant.filter.values).toHaveLength(25)
    const read = (first: number) => `{ grant(id: "${createGrant.id}") { filter {
      values(first: ${first}) { id } } } }`
    expect((await dataOf(gateway, key, read(1000))).grant.filter.values).toHaveLength(30)
    expect(codeOf(await gateway.graphql(read(0), { key }))).toBe('invalid_parameter')
    expect(codeOf(await gateway.graphql(read(1001), { key }))).toBe('document_too_costly')
  })
})

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

const VALUES = 'filter { type count values { id: value label } }'

describe('the values of a grant’s filter', () => {
  const seenBy = async (key: string) =>
    (await dataOf(gateway, key, `{ grant(id: "${fixtures.grantId}") { ${VALUES} } }`)).grant.filter
  const narrow = (filter: Parameters<typeof updateGrant>[2]['filter']) =>
    updateGrant(database.prisma, OPERATOR, { grantId: fixtures.grantId, ...(filter && { filter }) })

  test('have titles for the client and staff, and only ids for the firm', async () => {
    const id = fixtures.ids.watch ?? ''
    await narrow({ type: 'items', registryIds: [id] })
    const { client, staff, admin, member } = fixtures.bearer
    for (const key of [client, staff])
      expect((await seenBy(key)).values).toEqual([{ id, label: 'Diver 300 % steel' }])
    for (const key of [admin, member])
      expect((await seenBy(key)).values).toEqual([{ id, label: id }])
  })

  test('have the collection’s name for the client and staff only', async () => {
    const id = fixtures.collectionId
    await narrow({ type: 'collection', collectionId: id })
    expect((await seenBy(fixtures.bearer.client)).values).toEqual([{ id, label: 'Quiet things' }])
    expect((await seenBy(fixtures.bearer.admin)).values).toEqual([{ id, label: id }])
    const listed = await dataOf(
      gateway,
      fixtures.bearer.admin,
      `{ apiKey(id: "${fixtures.keyId}") { grants(first: 5) { nodes { ${VALUES} client { name } auditEvents(first: 5) { nodes { changes { member after { text values { value label } } } } } } } } }`,
    )
    expect(JSON.stringify(listed)).not.toMatch(/Quiet things|@example\.com/)
    expect(JSON.stringify(listed)).toContain(`{"value":"${id}","label":null}`)
  })
})

describe('the caller', () => {
  const PERSON =
    '{ viewer { person { id: userId name email isStaff hasPortfolio environment memberships { role firm { id name keyManagement } } } } }'
  const personOf = async (key: string) => (await dataOf(gateway, key, PERSON)).viewer.person

  test('has their firms and roles', async () => {
    expect(await personOf(fixtures.bearer.admin)).toMatchObject({
      name: 'Mia Stone',
      isStaff: false,
      hasPortfolio: false,
      environment: null,
      memberships: [{ role: 'admin', firm: { id: fixtures.firmId, keyManagement: 'allowed' } }],
    })
    expect(await personOf(fixtures.bearer.client)).toMatchObject({
      id: fixtures.clientId,
      hasPortfolio: true,
      environment: 'production',
      memberships: [],
    })
    expect(await personOf(fixtures.bearer.staff)).toMatchObject({ isStaff: true, memberships: [] })
    expect(await personOf(fixtures.bearer.partner)).toBeNull()
  })

  test('that is a partner sees only the name of its firm', async () => {
    const key = fixtures.bearer.partner
    expect((await dataOf(gateway, key, '{ viewer { firm { id name } } }')).viewer.firm.id).toBe(
      fixtures.firmId,
    )
    const fields = [
      'plan',
      'planState',
      'tier',
      'requestsPerMinute',
      'keyManagement',
      'clientCount',
    ]
    const lists = ['apiKeys { totalCount }', 'auditEvents { totalCount }', 'usage { total }']
    for (const field of [...fields, ...lists])
      expect(codeOf(await gateway.graphql(`{ viewer { firm { ${field} } } }`, { key }))).toBe(
        'caller_not_allowed',
      )
  })
})

describe('invalid ids and numbers', () => {
  test('are no record and no page, whatever they hold', async () => {
    const key = fixtures.bearer.staff
    const fields = [
      ...['firm(id: $id) { id }', 'apiKey(id: $id) { id }', 'grant(id: $id) { id }'],
      'apiKeys(firmId: $id) { totalCount }',
      'connectedApps(clientId: $id) { totalCount }',
      'auditEvents(firmId: $id) { totalCount }',
      'usage(keyId: $id) { total }',
    ]
    for (const id of [
      ...['', 'x', '\0', 'firm_', `key_' OR true --`, 'x'.repeat(100_000)],
      'key_01ARZ3NDEKTSV4RRFFQ69G5FA\ud800',
    ])
      for (const field of fields) {
        const document = `query ($id: ID!) { ${field} }`
        const reply = await gateway.graphql(document, { key, variables: { id } })
        expect(codeOf(reply), field).toBe('record_not_found')
      }
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
})
