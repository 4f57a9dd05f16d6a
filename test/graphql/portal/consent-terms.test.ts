import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import { linkOf, newClient, shownTerms } from './connections.fixtures.ts'
import { codeOf, createFixtures, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
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
