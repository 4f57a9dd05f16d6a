import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import {
  answersOf,
  approvedGrant,
  changedTerms,
  GRANT,
  idOfLink,
  linkOf,
  linkTextOf,
  newClient,
  openLink,
  terms,
} from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, portalGateway } from './fixtures.ts'

const { gateway, prisma, fixtures } = portalGateway({}, ['registry', 'valuation', 'detail'])

const CREATE = `mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) {
  id path expiresAt reference returnUrl state } }`
const REQUEST = `query ($link: String!) { connectionRequest(link: $link) { firmName problem
  asked { key { name firmName environment state } scopes purpose expiresAt } activeGrant { id } } }`
const CHANGE =
  'mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { reference version } }'
const GRANTED = `query ($id: ID!) { grant(id: $id) { reference consents { nodes { sentence } }
  receipt(name: "1") { reference sentence } } }`

function create(more: object) {
  const asked = { keyId: fixtures.requestingKeyId, scopes: ['valuation'], purpose: 'A report' }
  const variables = { input: { ...asked, ...more } }
  return gateway.graphql(CREATE, { key: fixtures.bearer.admin, variables })
}

/** The problem of a link for a person, and the code of the answer to an approval; null: it gave a grant. */
async function approve(key: string, link: string) {
  const { problem } = await openLink(gateway, key, link)
  const variables = await terms(gateway, key, link)
  return [problem, codeOf(await gateway.graphql(GRANT, { key, variables }))]
}

test('a connection link shows the client what the firm asks for', async () => {
  const { json } = await create({ purpose: ' A yearly report ' })
  const { path, expiresAt } = json.data.createConnectionLink
  const link = path.replace('/connect/', '')
  expect(link).toMatch(/^[\w-]+\.[\w-]{43}$/)
  const firmName = 'Hale Estates'
  const key = { name: 'Asking', firmName, environment: 'production', state: 'active' }
  const asked = { key, scopes: ['registry', 'valuation'], purpose: 'A yearly report', expiresAt }
  expect(await dataOf(gateway, fixtures.bearer.client, REQUEST, { link })).toEqual({
    connectionRequest: { firmName, asked, problem: null, activeGrant: null },
  })
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000
  expect(Math.abs(days - 30)).toBeLessThan(0.1)
})

test('a connection link that is badly asked for is explained, and not stored', async () => {
  const before = await prisma.connectionLink.count()
  for (const more of [
    ...[' ', 'x'.repeat(281), 'a\nb', 'ask \u202Ekrow'].map((purpose) => ({ purpose })),
    ...[{ scopes: ['estate'] }, { scopes: [] }, { state: 's' }],
  ]) {
    const reply = await create(more)
    expect.soft(codeOf(reply), JSON.stringify(more)).toBe('invalid_parameter')
    expect.soft(reply.json.errors?.[0].message).toMatch(/takes|accepted|must be|needs a returnUrl/)
  }
  for (const rule of [{ reference: 'r' }, { singleUse: true, returnState: 's' }])
    await expect(linkOf(gateway, fixtures, rule)).rejects.toThrow()
  expect(await prisma.connectionLink.count()).toBe(before)
  expect(codeOf(await create({ purpose: '𝒳'.repeat(280) }))).toBeNull()
})

const forgeriesOf = (link: string) => [
  ...['', 'link', '\0', 'x'.repeat(200_000), `${link}.x`],
  `.${link.split('.')[1]}`,
  idOfLink(link),
  link.slice(0, -1),
  linkTextOf(idOfLink(link), 'another secret'),
  link.replace(idOfLink(link), createId('link')),
  linkTextOf(fixtures.grantId),
  link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
]

test('a connection link that is forged is rejected as every other text is, by everything that takes a link', async () => {
  const { key } = await newClient(gateway)
  for (const forged of forgeriesOf(await linkOf(gateway, fixtures))) {
    const answers = await answersOf(gateway, key, forged)
    for (const [, message, code] of answers)
      expect([code, message]).toEqual([
        'invalid_parameter',
        'This is not a valid connection link; copy the whole link, or ask for a new one.',
      ])
  }
})

test('a connection link has a problem for the other environment, without a portfolio, for an unproved account and of an ended key', async () => {
  const of = await createFixtures(gateway.database)
  const link = await linkOf(gateway, of)
  const unproved = await newClient(gateway)
  const { clientId } = unproved
  await prisma.user.update({ where: { id: clientId }, data: { provedAt: null } })
  const sandbox = await newClient(gateway, 'sandbox')
  const found = []
  for (const key of [of.bearer.other, sandbox.key, of.bearer.staff, unproved.key])
    found.push(await approve(key, link))
  await revokeKey(operator(prisma), { keyId: of.requestingKeyId })
  found.push(await approve(of.bearer.client, link))
  expect(found).toEqual([
    [null, null],
    ['other_environment', 'invalid_parameter'],
    ['no_portfolio', 'caller_not_allowed'],
    ['not_proved', 'caller_not_allowed'],
    ['key_ended', 'invalid_parameter'],
  ])
  expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
})

test('a reference is read by the client, agreed to, and kept by the grant', async () => {
  const reference = 'customer-1042: " \u00b7 <b>'
  const line = `The firm knows the client as: ${reference}`
  const { key } = await newClient(gateway)
  const asked = { singleUse: true, reference }
  const link = await linkOf(gateway, fixtures, asked)
  const opened = await openLink(gateway, key, link)
  expect(opened).toMatchObject({ asked: { reference }, answer: null, returnAddress: null })
  const changed = await linkOf(gateway, fixtures, asked)
  const shown = await terms(gateway, key, changed)
  const where = { id: idOfLink(changed) }
  await prisma.connectionLink.updateMany({ where, data: { reference: 'another' } })
  expect(codeOf(await gateway.graphql(GRANT, { key, variables: shown }))).toBe('terms_changed')
  const { id } = await approvedGrant(gateway, key, link)
  for (const reader of [key, fixtures.bearer.member, fixtures.bearer.staff]) {
    const { grant } = await dataOf(gateway, reader, GRANTED, { id })
    expect([grant.reference, grant.receipt.reference]).toEqual([reference, reference])
    expect(grant.consents.nodes[0].sentence.split('\n')).toContain(line)
  }
  const change = { grantId: id, version: 1, expiresAt: '2099-01-01T00:00:00Z' }
  const variables = await changedTerms(gateway, key, change)
  const { updateGrant } = await dataOf(gateway, key, CHANGE, variables)
  expect(updateGrant).toEqual({ reference, version: 2 })
  const { grant } = await dataOf(gateway, key, GRANTED, { id })
  expect(grant.consents.nodes[0].sentence.split('\n')).toContain(line)
})
