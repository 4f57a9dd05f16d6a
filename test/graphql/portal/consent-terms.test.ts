import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { GRANT, linkOf, newClient, shownTerms, terms } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures
const UNKNOWN = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'

beforeAll(async () => {
  fixtures = await createFixtures(database, ['registry', 'valuation', 'detail'])
})

describe('the terms to be shown', () => {
  const TERMS = `query ($input: ConsentTermsInput!) { consentTerms(input: $input) { digest } }`

  test('are none of what cannot be approved', async () => {
    const { key } = await newClient(gateway)
    const own = { link: await linkOf(gateway, fixtures) }
    const ofGrant = { grantId: fixtures.grantId }
    const codes: readonly (readonly [string, object])[] = [
      ['invalid_parameter', {}],
      ['invalid_parameter', { ...own, ...ofGrant }],
      ['invalid_parameter', { ...own, scopes: ['estate'] }],
      ['invalid_parameter', { ...own, expiresAt: '2020-01-01' }],
      ['invalid_parameter', { ...own, timeZone: 'Atlantis', expiresAt: '2099-01-01' }],
      ['invalid_parameter', { ...own, filter: { type: 'items', values: [UNKNOWN] } }],
      ['record_not_found', ofGrant],
    ]
    for (const [code, wrong] of codes) {
      const input = { scopes: ['registry'], filter: { type: 'all' }, ...wrong }
      const reply = await gateway.graphql(TERMS, { key, variables: { input } })
      expect.soft(codeOf(reply), JSON.stringify(wrong)).toBe(code)
    }
  })

  test('are the same for the same terms, in any session of the person', async () => {
    const { key, clientId } = await newClient(gateway)
    const link = await linkOf(gateway, fixtures)
    const asked = { link, scopes: ['registry'], filter: { type: 'all' } }
    const again = await shownTerms(gateway, await sessionOf(database, clientId), asked)
    expect(await shownTerms(gateway, key, asked)).toEqual(again)
  })
})

describe('approving', () => {
  const linkWith = () => linkOf(gateway, fixtures, {})

  test('creates the grant, and the key reads exactly what was granted', async () => {
    const { key, clientId } = await newClient(gateway)
    const input = {
      scopes: ['registry', 'valuation'],
      filter: { type: 'category', values: ['WT'] },
      expiresAt: '2099-01-01',
    }
    const variables = await terms(gateway, key, await linkWith(), input)
    const { createGrant } = await dataOf(gateway, key, GRANT, variables)
    expect(createGrant).toMatchObject({
      version: 1,
      state: 'active',
      scopes: ['registry', 'valuation'],
      effectiveScopes: ['registry', 'valuation'],
      filter: { type: 'category', count: 1, values: [{ id: 'watches', label: 'watches' }] },
      client: { id: clientId },
    })
    expect(createGrant.auditEvents.nodes).toMatchObject([
      { action: 'grant.created', actor: 'Ada Hale' },
    ])
    const { portfolio } = await dataOf(
      gateway,
      fixtures.bearer.partner,
      `{ portfolio(clientId: "${clientId}") { grant { id } assets { totalCount } } }`,
    )
    expect(portfolio).toEqual({ grant: { id: createGrant.id }, assets: { totalCount: 1 } })
    const request =
      'query ($link: String!) { connectionRequest(link: $link) { activeGrant { id } } }'
    const { connectionRequest } = await dataOf(gateway, key, request, { link: await linkWith() })
    expect(connectionRequest.activeGrant.id).toBe(createGrant.id)
    // A double click.
    expect(codeOf(await gateway.graphql(GRANT, { key, variables }))).toBe('state_conflict')
  })

  test('rejects what the link or the portfolio has not', async () => {
    const { key, clientId } = await newClient(gateway)
    const items = (values: unknown) => ({ filter: { type: 'items', values } })
    for (const wrong of [
      { scopes: ['detail'] },
      { scopes: [] },
      items([UNKNOWN]),
      items([fixtures.ids.watch]),
      items(["' OR true"]),
      items(Array(1_001).fill(UNKNOWN)),
      { filter: { type: 'collection', values: ['collection_01ARZ3NDEKTSV4RRFFQ69G5FAV'] } },
      { filter: { type: 'collection' } },
      { filter: { type: 'category', values: ['cars\0'] } },
      { filter: { type: 'all', values: ['x'] } },
      { expiresAt: '2020-01-01' },
    ]) {
      const variables = await terms(gateway, key, await linkWith(), wrong)
      const reply = await gateway.graphql(GRANT, { key, variables })
      expect.soft(codeOf(reply), JSON.stringify(wrong).slice(0, 99)).toBe('invalid_parameter')
    }
    expect(await database.prisma.grant.count({ where: { clientId } })).toBe(0)
  })
})
