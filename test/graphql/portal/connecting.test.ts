import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { sessionOf } from '../../support/session.ts'
import {
  changedTerms,
  GRANT,
  linkOf,
  newClient,
  shownTerms,
  terms,
} from './connections.fixtures.ts'
import { codeOf, createFixtures, dataOf, type Fixtures, type Role } from './fixtures.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma } = database
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await createFixtures(database)
})

const HOME = 'https://firm.example/connected?x=1'
const LATE = new Date(Date.now() - 16 * 60_000)

const SET = `mutation ($input: ApiKeyChange!) { updateApiKey(input: $input) { returnUrls allowedIps } }`
const CREATE = `mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) {
  id path reference returnUrl state } }`
const OPEN = `query ($link: String!) { connectionRequest(link: $link) { reference answer wayBack } }`
const DECLINE = 'mutation ($link: String!) { declineConnection(link: $link) }'
const CHANGE =
  'mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { reference version } }'
const GRANTED = `query ($id: ID!) { grant(id: $id) { reference consents { nodes { sentence } }
  receipt(name: "1") { reference sentence } } }`

const setUrls = (returnUrls: unknown, key = fixtures.bearer.admin) =>
  gateway.graphql(SET, {
    key,
    variables: { input: { keyId: fixtures.requestingKeyId, returnUrls } },
  })

function create(more: object, key = fixtures.bearer.admin) {
  const asked = { keyId: fixtures.requestingKeyId, scopes: ['valuation'], purpose: 'A report' }
  return gateway.graphql(CREATE, { key, variables: { input: { ...asked, ...more } } })
}

const open = async (key: string, link: string) =>
  (await dataOf(gateway, key, OPEN, { link })).connectionRequest

describe('the return addresses of a key', () => {
  test('are set by an admin as a whole, and read by the firm', async () => {
    const { json } = await setUrls(['https://FIRM.example', HOME])
    expect(json.data.updateApiKey).toEqual({
      returnUrls: ['https://firm.example/', HOME],
      allowedIps: [],
    })
    const keep = { keyId: fixtures.requestingKeyId, name: 'Asking' }
    const { admin, member } = fixtures.bearer
    await dataOf(gateway, admin, SET, { input: keep })
    const read = `{ apiKey(id: "${fixtures.requestingKeyId}") { returnUrls } }`
    const { apiKey } = await dataOf(gateway, member, read)
    expect(apiKey.returnUrls).toEqual(['https://firm.example/', HOME])
    expect((await setUrls([])).json.data.updateApiKey.returnUrls).toEqual([])
  })

  test.each([
    ['http://firm.example/'],
    ['javascript:alert(1)'],
    [''],
  ])('explain bad input: %j', async (url) => {
    const reply = await setUrls([HOME, url])
    expect(codeOf(reply)).toBe('invalid_parameter')
    expect(reply.json.errors[0].message).toMatch(/^return_urls takes https addresses of at most/)
  })

  test('are set by nobody else, and not without a recent check', async () => {
    const codes: Partial<Record<Role, string | null>> = {}
    const roles = ['member', 'outsider', 'client', 'staff', 'partner', 'adminToken'] as const
    for (const role of roles) codes[role] = codeOf(await setUrls([HOME], fixtures.bearer[role]))
    expect(codes).toEqual({
      member: 'caller_not_allowed',
      outsider: 'record_not_found',
      client: 'record_not_found',
      staff: 'caller_not_allowed',
      partner: 'caller_not_allowed',
      adminToken: 'caller_not_allowed',
    })
    const late = await sessionOf(database, fixtures.adminId, LATE)
    expect(codeOf(await setUrls([HOME], late))).toBe('recent_sign_in_required')
  })
})

describe('a link', () => {
  beforeEach(async () => void (await setUrls([HOME])))

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

  test.each([
    [{ reference: 'r' }, 'single use'],
    [{ reference: '', singleUse: true }, 'reference must be 1 to 200 characters'],
    [{ reference: 'x'.repeat(201), singleUse: true }, 'reference must be 1 to 200 characters'],
    [
      { returnUrl: 'https://firm.example/connected' },
      'returnUrl takes a return address of the key',
    ],
    [{ returnUrl: HOME.toUpperCase() }, 'returnUrl takes a return address of the key'],
    [{ state: 's' }, 'needs a returnUrl'],
    [{ returnUrl: HOME, state: 's'.repeat(513) }, 'state must be 1 to 512 characters'],
  ])('explains bad input: %j', async (more, message) => {
    const before = await prisma.connectionLink.count()
    const reply = await create(more)
    expect(codeOf(reply)).toBe('invalid_parameter')
    expect(reply.json.errors[0].message).toContain(message)
    expect(await prisma.connectionLink.count()).toBe(before)
  })

  test('is created by nobody else', async () => {
    const given = { singleUse: true, reference: 'r', returnUrl: HOME }
    for (const role of ['member', 'outsider', 'client', 'staff', 'partner'] as const) {
      const code = codeOf(await create(given, fixtures.bearer[role]))
      expect(['caller_not_allowed', 'record_not_found'], role).toContain(code)
    }
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
    expect(await open(key, link)).toEqual({ reference: REFERENCE, answer: null, wayBack: null })
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

  test('that there is none of leaves the sentence as it was', async () => {
    const { key } = await newClient(gateway)
    const input = {
      link: await linkOf(gateway, fixtures),
      scopes: ['registry'],
      filter: { type: 'all' },
    }
    const { sentence } = await shownTerms(gateway, key, input)
    expect(sentence.split('\n').map((line) => line.split(':')[0])).toEqual([
      'The client lets the firm see assets of the portfolio, under these terms',
      'Client',
      'Firm',
      'Key of the firm',
      'Assets',
      'Of each asset',
      'Purpose, as stated by the firm',
      'End',
    ])
  })
})

describe('the way back', () => {
  const ask = { returnUrl: HOME, returnState: 'a&b=c#d' }
  beforeEach(async () => void (await setUrls([HOME])))

  test('is given after the answer, to whoever answered, with the id of their own connection', async () => {
    const link = await linkOf(gateway, fixtures, ask)
    const [one, other, third] = [
      await newClient(gateway),
      await newClient(gateway),
      await newClient(gateway),
    ]
    await dataOf(gateway, one.key, GRANT, await terms(gateway, one.key, link))
    await dataOf(gateway, other.key, DECLINE, { link })
    const backs = []
    for (const { key, clientId } of [one, other]) {
      const back = new URL((await open(key, link)).wayBack)
      const visit = await prisma.linkVisit.findFirstOrThrow({ where: { clientId } })
      expect([...back.searchParams]).toEqual([
        ['x', '1'],
        ['connection', visit.connectionId],
        ['state', 'a&b=c#d'],
      ])
      backs.push(`${back.origin}${back.pathname}${back.hash}`)
    }
    expect(backs).toEqual(Array(2).fill('https://firm.example/connected'))
    const unanswered = [third.key, fixtures.bearer.admin, fixtures.bearer.staff]
    for (const key of unanswered) expect((await open(key, link)).wayBack).toBeNull()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the key has the address no more', () => setUrls(['https://firm.example/'])],
    [
      'the key has ended',
      () =>
        prisma.apiKey.updateMany({
          where: { id: fixtures.requestingKeyId },
          data: { expiresAt: new Date() },
        }),
    ],
  ])('ends when %s', async (_name, end) => {
    const link = await linkOf(gateway, fixtures, ask)
    const { key } = await newClient(gateway)
    await dataOf(gateway, key, DECLINE, { link })
    expect((await open(key, link)).wayBack).toContain('connection=connection_')
    await end()
    expect((await open(key, link)).wayBack).toBeNull()
    await prisma.apiKey.updateMany({
      where: { id: fixtures.requestingKeyId },
      data: { expiresAt: null },
    })
  })

  test('is never that of a row that was written past the rules', async () => {
    for (const returnUrl of ['javascript:alert(1)', '//evil.example/', 'https://evil.example/']) {
      const link = await linkOf(gateway, fixtures, { returnUrl })
      const { key } = await newClient(gateway)
      await dataOf(gateway, key, DECLINE, { link })
      expect((await open(key, link)).wayBack).toBeNull()
    }
  })
})
