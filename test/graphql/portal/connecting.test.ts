import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import {
  changedTerms,
  GRANT,
  HOME,
  linkOf,
  newClient,
  openLink,
  setReturnUrls,
  terms,
} from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

const CREATE = `mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) {
  id path reference returnUrl state } }`
const CHANGE =
  'mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { reference version } }'
const GRANTED = `query ($id: ID!) { grant(id: $id) { reference consents { nodes { sentence } }
  receipt(name: "1") { reference sentence } } }`

function create(more: object, key = fixtures.bearer.admin) {
  const asked = { keyId: fixtures.requestingKeyId, scopes: ['valuation'], purpose: 'A report' }
  return gateway.graphql(CREATE, { key, variables: { input: { ...asked, ...more } } })
}

describe('a link', () => {
  beforeEach(async () => void (await setReturnUrls(gateway, fixtures, [HOME])))

  test('has the reference and the address that it was given', async () => {
    const given = { singleUse: true, reference: 'customer-1042', returnUrl: HOME, state: 's' }
    const { json } = await create(given)
    const { id, ...link } = json.data.createConnectionLink
    expect(link).toMatchObject({ reference: 'customer-1042', returnUrl: HOME, state: 'active' })
    expect(link.path).not.toContain('customer')
    const row = await prisma.connectionLink.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ reference: 'customer-1042', returnUrl: HOME, returnState: 's' })
    const event = await prisma.auditEvent.findFirstOrThrow({
      where: { action: 'link.created' },
      orderBy: { id: 'desc' },
    })
    expect(event.details).toMatchObject({ return_url: HOME, single_use: true })
    expect(JSON.stringify(event.details)).not.toContain('customer')
  })

  test('that is badly asked for is explained, and not stored', async () => {
    const bad: readonly (readonly [string, object])[] = [
      ['single use', { reference: 'r' }],
      ['reference must be 1 to 200 characters', { reference: '', singleUse: true }],
      ['returnUrl takes a return address of the key', { returnUrl: HOME.toUpperCase() }],
      ['needs a returnUrl', { state: 's' }],
    ]
    const before = await prisma.connectionLink.count()
    for (const [message, more] of bad) {
      const reply = await create(more)
      expect(codeOf(reply), message).toBe('invalid_parameter')
      expect(reply.json.errors[0].message).toContain(message)
    }
    expect(await prisma.connectionLink.count()).toBe(before)
  })

  test('with a text that breaks its rules is rejected by the database too', async () => {
    const rules = [
      { reference: 'r', singleUse: false },
      { singleUse: true, returnState: 's' },
    ]
    for (const rule of rules) await expect(linkOf(gateway, fixtures, rule)).rejects.toThrow()
  })
})

describe('a reference', () => {
  const REFERENCE = 'customer-1042: " \u00b7 <b>'
  const LINE = `The firm knows the client as: ${REFERENCE}`
  const ask = { singleUse: true, reference: REFERENCE }

  test('is read by the client, agreed to, and kept by the grant', async () => {
    const link = await linkOf(gateway, fixtures, ask)
    const { key } = await newClient(gateway)
    expect(await openLink(gateway, key, link)).toMatchObject({
      asked: { reference: REFERENCE },
      answer: null,
      wayBack: null,
    })
    const variables = await terms(gateway, key, link)
    const { createGrant } = await dataOf(gateway, key, GRANT, variables)
    for (const reader of [key, fixtures.bearer.member, fixtures.bearer.staff]) {
      const { grant } = await dataOf(gateway, reader, GRANTED, { id: createGrant.id })
      expect([grant.reference, grant.receipt.reference]).toEqual([REFERENCE, REFERENCE])
      expect(grant.consents.nodes[0].sentence.split('\n')).toContain(LINE)
    }
    const change = { grantId: createGrant.id, version: 1, expiresAt: '2099-01-01T00:00:00Z' }
    const { updateGrant } = await dataOf(
      gateway,
      key,
      CHANGE,
      await changedTerms(gateway, key, change),
    )
    expect(updateGrant).toEqual({ reference: REFERENCE, version: 2 })
    const { grant } = await dataOf(gateway, key, GRANTED, { id: createGrant.id })
    expect(grant.consents.nodes[0].sentence.split('\n')).toContain(LINE)
  })

  test('that was changed since it was shown is not agreed to', async () => {
    const link = await linkOf(gateway, fixtures, ask)
    const { key, clientId } = await newClient(gateway)
    const variables = await terms(gateway, key, link)
    const [id = ''] = link.split('.')
    await prisma.connectionLink.updateMany({ where: { id }, data: { reference: 'another' } })
    expect(codeOf(await gateway.graphql(GRANT, { key, variables }))).toBe('terms_changed')
    expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
  })
})
