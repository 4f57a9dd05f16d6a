import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../../src/modules/grants/grant.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

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
