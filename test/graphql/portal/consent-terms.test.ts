import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { GRANT, linkOf, newClient, shownTerms, terms } from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database, ['registry', 'valuation', 'detail'])
})

describe('the terms to be shown', () => {
  const TERMS = `query ($input: ConsentTermsInput!) { consentTerms(input: $input) { digest } }`

  test.each<[string, object, string]>([
    ['neither link nor grant', {}, 'invalid_parameter'],
    ['both', { link: 'own', grantId: 'own' }, 'invalid_parameter'],
    ['a scope that is not asked for', { link: 'own', scopes: ['estate'] }, 'invalid_parameter'],
    ['a past end', { link: 'own', expiresAt: '2020-01-01' }, 'invalid_parameter'],
    [
      'an unknown time zone',
      { link: 'own', timeZone: 'Atlantis', expiresAt: '2099-01-01' },
      'invalid_parameter',
    ],
    [
      'another’s asset',
      { link: 'own', filter: { type: 'items', values: ['ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'] } },
      'invalid_parameter',
    ],
    ['another’s grant', { grantId: 'own' }, 'record_not_found'],
  ])('of %s are rejected', async (_name, wrong, code) => {
    const { key } = await newClient(gateway)
    const own = { link: await linkOf(gateway, fixtures), grantId: fixtures.grantId }
    const input = { scopes: ['registry'], filter: { type: 'all' }, ...wrong }
    if ('link' in input) input.link = own.link
    if ('grantId' in input) input.grantId = own.grantId
    const reply = await gateway.graphql(TERMS, { key, variables: { input } })
    expect(codeOf(reply)).toBe(code)
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

  test.each([
    ['more scopes than the link', { scopes: ['detail'] }],
    ['no scopes', { scopes: [] }],
    [
      'another’s asset',
      { filter: { type: 'items', values: ['ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'] } },
    ],
    ['what is no registry id', { filter: { type: 'items', values: ["' OR true"] } }],
    [
      'more assets than a filter takes',
      { filter: { type: 'items', values: Array(1_001).fill('ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV') } },
    ],
    [
      'a collection that is not theirs',
      { filter: { type: 'collection', values: ['collection_01ARZ3NDEKTSV4RRFFQ69G5FAV'] } },
    ],
    ['no collection', { filter: { type: 'collection' } }],
    ['an unknown category', { filter: { type: 'category', values: ['cars\0'] } }],
    ['values for the filter type all', { filter: { type: 'all', values: ['x'] } }],
    ['an expiry that is past', { expiresAt: '2020-01-01' }],
  ])('rejects %s', async (_name, wrong) => {
    const { key, clientId } = await newClient(gateway)
    const variables = await terms(gateway, key, await linkWith(), wrong)
    const reply = await gateway.graphql(GRANT, { key, variables })
    expect(codeOf(reply)).toBe('invalid_parameter')
    expect(await database.prisma.grant.count({ where: { clientId } })).toBe(0)
  })

  test('treats an asset of another client as missing', async () => {
    const { key } = await newClient(gateway)
    const filter = { type: 'items', values: [fixtures.ids.watch] }
    const variables = await terms(gateway, key, await linkWith(), { filter })
    const reply = await gateway.graphql(GRANT, { key, variables })
    expect(codeOf(reply)).toBe('invalid_parameter')
  })
})
