import { beforeAll, expect, test } from 'vitest'
import { NO_FIELD_LIMITS } from '../../../src/graphql/field-limits.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { createStaff } from '../../../src/modules/people/person.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import { Browser, personWithPassword } from '../../support/browser.ts'
import { testGateway } from '../../support/gateway.ts'
import { idOfLink, linkOf } from './connections.fixtures.ts'
import {
  codeFor,
  codeOf,
  createFixtures,
  dataOf,
  type Fixtures,
  memberOf,
  someone,
} from './fixtures.ts'

// Staff look for more in these tests than one person may in a minute.
const gateway = testGateway({ sendsMail: true, fieldLimits: NO_FIELD_LIMITS })
const mailless = testGateway({ database: gateway.database })
const { prisma } = gateway.database
let of: Fixtures

beforeAll(async () => {
  of = await createFixtures(gateway.database)
  await createFixtures(gateway.database)
  await prisma.firm.updateMany({ where: { id: of.firmId }, data: { name: '100 % Field_Trust' } })
  await prisma.apiKey.updateMany({ where: { id: of.keyId }, data: { name: 'Zeta reports' } })
  const client = { name: 'Wilma Tarn', email: 'w.tarn@example.com' }
  await prisma.user.updateMany({ where: { id: of.clientId }, data: client })
})

const ACCOUNT = 'query ($userId: ID!) { personAccount(userId: $userId) { isLockedOut } }'
const SEARCH = `query ($text: String!) { staffSearch(text: $text) {
  people { id: userId } firms { id } clients { id: clientId } keys { id } grants { id } } }`

/** The ids of what is found, without the lists that are empty. */
async function search(text: string) {
  const { staffSearch } = await dataOf(gateway, of.bearer.staff, SEARCH, { text })
  const lists = Object.entries<{ id: string }[]>(staffSearch).map(
    ([name, nodes]) => [name, nodes.map(({ id }) => id)] as const,
  )
  return Object.fromEntries(lists.filter(([, ids]) => ids.length > 0))
}

const emailOf = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).email

const help = (name: string, input: { userId: string; reason: string }, at = gateway) =>
  at.graphql(`mutation ($input: AccountHelp!) { ${name}(input: $input) { isLockedOut } }`, {
    key: of.bearer.staff,
    variables: { input },
  })

const ofClient = () => ({ people: [of.clientId], clients: [of.clientId], grants: [of.grantId] })

test('staff find anyone by their email, and a client by a part of their name or by an asset', async () => {
  expect(await search(await emailOf(of.adminId))).toEqual({ people: [of.adminId] })
  for (const text of ['wilma', 'TARN', 'w.tarn@'])
    expect((await search(text)).clients, text).toEqual([of.clientId])
  expect(await search(await emailOf(of.clientId))).toEqual(ofClient())
  expect((await search(of.ids.watch ?? '')).clients).toEqual([of.clientId])
  const ids = { firms: of.firmId, clients: of.clientId, keys: of.keyId, grants: of.grantId }
  for (const [name, id] of Object.entries(ids)) expect((await search(id))[name]).toEqual([id])
})

test('staff find a firm by a part of its name, and a key by its name, with its grants', async () => {
  for (const text of ['100 % field', 'Field_t', '% F', '_tr'])
    expect(await search(text), text).toEqual({ firms: [of.firmId] })
  expect(await search('zeta')).toEqual({ keys: [of.keyId], grants: [of.grantId] })
})

test('staff find a key by a connection link and its address, and what a credential is of by its text and reference; no secret is stored or logged', async () => {
  const link = await linkOf(gateway, of, { scopes: ['registry'] })
  for (const text of [link, `https://a.example/connect/${link}`, of.bearer.partner])
    expect((await search(text)).keys).toEqual([of.requestingKeyId])
  const where = { keyId: of.keyId }
  const { reference: ofKey } = await prisma.keySecret.findFirstOrThrow({ where })
  expect((await search(ofKey)).keys).toEqual([of.keyId])
  const { secret: token, reference } = await createToken(operator(prisma), { userId: of.clientId })
  for (const text of [token, reference, `pat_${reference}`])
    expect((await search(text)).people).toEqual([of.clientId])
  const events = await prisma.auditEvent.findMany({ where: { action: 'staff.searched' } })
  for (const secret of [token, of.bearer.partner]) {
    const hidden = secret.slice(-42)
    expect(JSON.stringify(events)).not.toContain(hidden)
    expect(gateway.log.join('')).not.toContain(hidden)
  }
})

test('staff find nothing by a sign that SQL gives a meaning, and are told what cannot be looked for', async () => {
  for (const text of ['%%', '__', '%_', "' OR true --", '\\\\', 'Zeta%', 'w_tarn'])
    expect(await search(text), text).toEqual({})
  for (const text of ['', 'x', ' x ', '\0\0', '\ud800x', 'x'.repeat(201)]) {
    expect(await codeFor(gateway, of.bearer.staff, SEARCH, { text })).toBe('invalid_parameter')
  }
})

test('a search is recorded, with its text only if it finds somebody', async () => {
  const where = { action: 'staff.searched' }
  const before = await prisma.auditEvent.count({ where })
  await search('wilma')
  await search('nobody of this name')
  await search(`sk_live_abcdefgh_${'x'.repeat(42)}`)
  const searches = await prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  const details = searches.slice(before).map((event) => event.details)
  expect(details).toEqual([{ text: 'wilma' }, { by: 'text' }, { by: 'reference' }])
})

test('an account is neither that of an unknown id nor that of a sandbox client, which is no person', async () => {
  const trial = { name: 'Trial', environment: 'sandbox', scopes: ['registry'] } as const
  await createKey(operator(prisma), { firmId: of.firmId, ...trial })
  const { id } = await prisma.user.findFirstOrThrow({ where: { sandboxFirmId: { not: null } } })
  for (const userId of [id, 'x', 'user_', 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV']) {
    expect(await codeFor(gateway, of.bearer.staff, ACCOUNT, { userId })).toBe('record_not_found')
  }
})

const RECORDS = `query ($userId: ID!, $first: Int, $after: String) { personAccount(userId: $userId) {
  locks { kind until } signInEvents(first: $first) { totalCount nodes { action outcome } }
  links(first: $first) { totalCount pageInfo { endCursor } nodes { linkId firmName reference state answer } }
  mails(first: $first, after: $after) { totalCount nodes { kind state sentAt } } } }`

test('an account shows what keeps its owner out, their attempts, and the links and mails to their address, without a text or a secret', async () => {
  const { userId, email } = await personWithPassword(gateway)
  const one = { email, singleUse: true, reference: 'C-1047' }
  const link = await linkOf(gateway, of, one)
  await linkOf(gateway, of, { ...one, email: 'other@example.com', reference: 'C-1048' })
  await new Browser(gateway).signIn({ email, password: 'wrong' })
  await prisma.signInCounter.updateMany({ where: { span: 'hour' }, data: { failures: 20 } })
  // It was counted before the clock was set back, and the next attempt begins it anew.
  const ahead = { failures: 50, endsAt: new Date('2100-01-01') }
  await prisma.signInCounter.updateMany({ where: { span: 'day' }, data: ahead })
  await help('sendInvitation', { userId, reason: 'Forgot it' })
  const read = (more: object = {}) =>
    gateway.graphql(RECORDS, { key: of.bearer.staff, variables: { userId, ...more } })
  const open = { state: 'active', answer: null }
  // The event is recorded after the response.
  await expect
    .poll(async () => (await read()).json.data.personAccount)
    .toMatchObject({
      locks: [{ kind: 'passwords', until: expect.not.stringMatching(/^2100/) }],
      signInEvents: { nodes: [{ action: 'sign_in', outcome: 'invalid_credentials' }] },
      links: { totalCount: 1, nodes: [{ linkId: idOfLink(link), ...open }] },
      mails: { totalCount: 1, nodes: [{ kind: 'invitation' }] },
    })
  expect((await read()).text).not.toContain(link)
  expect(await search('C-1047')).toEqual({ people: [userId], clients: [userId] })
  const { endCursor } = (await read()).json.data.personAccount.links.pageInfo
  for (const wrong of [{ first: 0 }, { first: 101 }, { after: 'x' }, { after: endCursor }])
    expect(codeOf(await read(wrong))).toBe('invalid_parameter')
})

const newMember = async () => (await memberOf(gateway.database, of.firmId, 'member')).id

test('help never shows a link to staff: where no mail is sent, an operator creates it', async () => {
  const input = { userId: await newMember(), reason: 'Forgot it' }
  expect(codeOf(await help('sendInvitation', input, mailless))).toBe('state_conflict')
})

test('help needs a reason, and is not for oneself or a colleague', async () => {
  const userId = await newMember()
  for (const reason of ['', '  ', 'x'.repeat(281), 'two\nlines', 'a\u202eb'])
    expect(codeOf(await help('lockPerson', { userId, reason }))).toBe('invalid_parameter')
  const colleague = await createStaff(operator(prisma), someone('Kit Moss'))
  for (const userId of [colleague.id, of.staffId])
    for (const name of ['lockPerson', 'unlockPerson', 'sendInvitation', 'resetFactors'])
      expect(codeOf(await help(name, { userId, reason: 'Trial' }))).toBe('caller_not_allowed')
})
