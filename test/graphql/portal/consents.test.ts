import { expect, test } from 'vitest'
import { listAt, walkByCursor } from '../walk.ts'
import {
  approvedGrant,
  changedTerms,
  GRANT,
  idOfLink,
  linkOf,
  newClient,
  shownTerms,
  terms,
} from './connections.fixtures.ts'
import { codeFor, codeOf, dataOf, portalGateway } from './fixtures.ts'

const { gateway, prisma, fixtures } = portalGateway()

const CONSENTS = `query ($id: ID!) { grant(id: $id) { version consents { nodes {
  version sentence language purpose linkId at } pageInfo { hasNextPage } } } }`
const CHANGE = `mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { id version } }`

const consentsOf = async (id: string, key: string) =>
  (await dataOf(gateway, key, CONSENTS, { id })).grant.consents.nodes

async function collector() {
  const { key, clientId } = await newClient(gateway)
  const id = 'collection_01ARZ3NDEKTSV4RRFFQ69G5FAV'
  await prisma.collection.create({ data: { clientId, id, ref: 'c', name: 'Hidden in the attic' } })
  return { key, clientId, filter: { type: 'collection', values: [id] } }
}

test('what the link or the portfolio has not is neither shown as terms nor approved', async () => {
  const { key, clientId } = await newClient(gateway)
  const TERMS = `query ($input: ConsentTermsInput!) { consentTerms(input: $input) { digest } }`
  const link = await linkOf(gateway, fixtures)
  const unknown = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'
  const items = (values: unknown) => ({ filter: { type: 'items', values } })
  const collection = 'collection_01ARZ3NDEKTSV4RRFFQ69G5FAV'
  for (const wrong of [
    ...[{ scopes: ['detail'] }, { scopes: [] }, { expiresAt: '2020-01-01' }],
    ...[[unknown], [fixtures.ids.watch], ["' OR true"], Array(1_001).fill(unknown)].map(items),
    { filter: { type: 'collection', values: [collection] } },
    { filter: { type: 'collection' } },
    { filter: { type: 'category', values: ['cars\0'] } },
    { filter: { type: 'all', values: ['x'] } },
  ]) {
    const { input } = await terms(gateway, key, link, wrong)
    const { termsDigest: _none, ...shown } = input
    const replies = [
      await gateway.graphql(GRANT, { key, variables: { input } }),
      await gateway.graphql(TERMS, { key, variables: { input: shown } }),
    ]
    const codes = [...new Set(replies.map(codeOf))]
    expect.soft(codes, JSON.stringify(wrong).slice(0, 99)).toEqual(['invalid_parameter'])
  }
  expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
  const whole = { scopes: ['registry'], filter: { type: 'all' } }
  for (const more of [{}, { link, timeZone: 'Atlantis' }]) {
    const input = { ...whole, expiresAt: '2099-01-01', ...more }
    const code = await codeFor(gateway, key, TERMS, { input })
    expect(code, JSON.stringify(more)).toBe('invalid_parameter')
  }
})

test('an approval stores exactly what was shown: sentence, language, purpose, link and instant', async () => {
  const { key } = await newClient(gateway)
  const link = await linkOf(gateway, fixtures, { purpose: 'The yearly report' })
  const asked = {
    link,
    scopes: ['valuation'],
    filter: { type: 'category', values: ['WT'] },
    expiresAt: '2099-06-30T21:59:59Z',
    timeZone: 'Europe/Paris',
  }
  const { digest, sentence } = await shownTerms(gateway, key, asked)
  expect(sentence).toContain('All assets in the category Watches, including those added')
  expect(sentence).toContain('30 June 2099 at 23:59')
  const variables = { input: { ...asked, termsDigest: digest } }
  const { createGrant } = await dataOf(gateway, key, GRANT, variables)
  const recorded = { language: 'en', purpose: 'The yearly report', linkId: idOfLink(link) }
  const expected = { version: 1, sentence, ...recorded, at: expect.any(String) }
  const consents = await consentsOf(createGrant.id, key)
  expect(consents).toEqual([expected])
  // The firm reads the same, since no collection is named.
  for (const key of [fixtures.bearer.member, fixtures.bearer.staff])
    expect(await consentsOf(createGrant.id, key)).toEqual([expected])
})

test('an approval names the collection to the client and never to the firm', async () => {
  const { key, filter } = await collector()
  const link = await linkOf(gateway, fixtures)
  const { id } = await approvedGrant(gateway, key, link, { filter })
  const [own] = await consentsOf(id, key)
  expect(own.sentence).toContain('\nCollection: Hidden in the attic\n')
  const reply = await gateway.graphql(CONSENTS, { key: fixtures.bearer.admin, variables: { id } })
  expect(reply.text).toContain('in one collection, including')
  expect(reply.text).not.toContain('attic')
})

test('an approval of other terms than were shown is rejected, and gives nothing', async () => {
  const { key, clientId } = await newClient(gateway)
  const link = await linkOf(gateway, fixtures)
  const input = { scopes: ['valuation'], expiresAt: '2099-01-01' }
  const shown = await terms(gateway, key, link, input)
  const fewer = await terms(gateway, key, link, { ...input, scopes: ['registry'] })
  for (const variables of [
    { input: { ...fewer.input, scopes: ['registry', 'valuation'] } },
    ...[
      { scopes: ['registry'] },
      { filter: { type: 'category', values: ['watches'] } },
      { expiresAt: '2099-01-02' },
      { expiresAt: null },
      { timeZone: 'Asia/Tokyo' },
      { termsDigest: '' },
      { termsDigest: 'x'.repeat(43) },
    ].map((other) => ({ input: { ...shown.input, ...other } })),
  ]) {
    const reply = await gateway.graphql(GRANT, { key, variables })
    expect.soft(codeOf(reply), JSON.stringify(variables)).toBe('terms_changed')
    expect(reply.json.errors[0].message).toMatch(/have changed.*Nothing was changed.*again/)
  }
  expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
  expect(await prisma.consent.count({ where: { clientId } })).toBe(0)
  expect(await prisma.auditEvent.count({ where: { actor: clientId } })).toBe(0)
})

test('an approval is rejected when what it names was renamed since', async () => {
  const name = (of: string) => ({ name: `${of} ${Math.random()}` })
  const { firmId, requestingKeyId } = fixtures
  const renames: readonly ((clientId: string) => Promise<unknown>)[] = [
    () => prisma.firm.updateMany({ where: { id: firmId }, data: name('Hale') }),
    () => prisma.apiKey.updateMany({ where: { id: requestingKeyId }, data: name('Key') }),
    (id) => prisma.user.updateMany({ where: { id }, data: name('Bea Fern') }),
    (clientId) => prisma.collection.updateMany({ where: { clientId }, data: name('Renamed') }),
  ]
  const { key, clientId, filter } = await collector()
  for (const rename of renames) {
    const variables = await terms(gateway, key, await linkOf(gateway, fixtures), { filter })
    await rename(clientId)
    const reply = await gateway.graphql(GRANT, { key, variables })
    expect.soft(codeOf(reply), rename.toString()).toBe('terms_changed')
  }
  expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
})

test('an approval with terms that were shown to another person, or for another link, is rejected', async () => {
  const [one, other] = [await newClient(gateway), await newClient(gateway)]
  const link = await linkOf(gateway, fixtures)
  const shown = await terms(gateway, one.key, link)
  const forOther = await gateway.graphql(GRANT, { key: other.key, variables: shown })
  expect(codeOf(forOther)).toBe('terms_changed')
  const input = { ...shown.input, link: await linkOf(gateway, fixtures) }
  const forLink = await gateway.graphql(GRANT, { key: one.key, variables: { input } })
  expect(codeOf(forLink)).toBe('terms_changed')
  expect(codeOf(await gateway.graphql(GRANT, { key: one.key, variables: shown }))).toBeNull()
})

test('a change stores its own sentence, and the earlier ones stay', async () => {
  const { key, filter } = await collector()
  const link = await linkOf(gateway, fixtures, { purpose: 'Insurance' })
  const { id } = await approvedGrant(gateway, key, link, { scopes: ['valuation'] })
  const change = { grantId: id, version: 1, filter, expiresAt: '2099-01-01' }
  await dataOf(gateway, key, CHANGE, await changedTerms(gateway, key, change))
  const consents = await consentsOf(id, key)
  expect(consents).toMatchObject([
    { version: 2, linkId: null, purpose: 'Insurance' },
    { version: 1, linkId: idOfLink(link), purpose: 'Insurance' },
  ])
  expect(consents[0].sentence).toContain('\nCollection: Hidden in the attic\n')
  expect(consents[0].sentence).toContain(': Insurance\n')
  expect(consents[0].sentence).toContain('1 January 2099')
  const list = listAt(gateway, key, [`grant(id: "${id}")`, 'consents'], 'version')
  const pages = await walkByCursor(list, 1)
  expect(pages.map(({ nodes: [consent] }) => consent.version)).toEqual([2, 1])
})

test('a grant of what was removed since can be changed', async () => {
  const { key, clientId, filter } = await collector()
  const given = { filter, scopes: ['valuation'] }
  const link = await linkOf(gateway, fixtures)
  const { id: grantId } = await approvedGrant(gateway, key, link, given)
  await prisma.collection.deleteMany({ where: { clientId } })
  const change = { grantId, version: 1, filter, scopes: ['registry'] }
  const variables = await changedTerms(gateway, key, change)
  expect((await dataOf(gateway, key, CHANGE, variables)).updateGrant.version).toBe(2)
})

test('a grant of an operator has no sentence, until its client changes it', async () => {
  const { client } = fixtures.bearer
  expect(await consentsOf(fixtures.grantId, client)).toEqual([])
  const change = { grantId: fixtures.grantId, version: 1, scopes: ['detail'] }
  await dataOf(gateway, client, CHANGE, await changedTerms(gateway, client, change))
  const [consent] = await consentsOf(fixtures.grantId, client)
  expect(consent).toMatchObject({ version: 2, purpose: null, linkId: null })
  expect(consent.sentence).toContain('\nPurpose: None is recorded\n')
})
