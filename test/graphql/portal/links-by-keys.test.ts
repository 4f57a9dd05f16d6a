import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { updateKey } from '../../../src/modules/keys/api-key.writes.ts'
import { MAX_OPEN_LINKS } from '../../../src/modules/links/connection-link.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { testGateway } from '../../support/gateway.ts'
import { keyWith } from '../../support/portfolio.ts'
import { recordedLimits } from '../../support/recorded-limits.ts'
import { approvedGrant, HOME, newClient, openLink } from './connections.fixtures.ts'
import { codeFor, codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const { asked, fieldLimits } = recordedLimits()
const gateway = testGateway({ fieldLimits })
const { prisma } = gateway.database
let fixtures: Fixtures
let keyId = ''

const SET = `mutation ($input: ApiKeyChange!) { updateApiKey(input: $input) { createsLinks } }`
const MAKE = `mutation ($input: NewApiKey!) { createApiKey(input: $input) { keyId } }`
const CREATE = `mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) {
  id path state singleUse reference email returnUrl expiresAt answeredCount } }`
const ASKED = { scopes: ['valuation'], purpose: 'A report', reference: 'K-1' }

const allow = (createsLinks: boolean) =>
  dataOf(gateway, fixtures.bearer.admin, SET, { input: { keyId, createsLinks } })
const ask = (more: object = {}, key = fixtures.bearer.partner) =>
  gateway.graphql(CREATE, { key, variables: { input: { ...ASKED, ...more } } })
const create = async (more: object = {}) => (await ask(more)).json.data.createConnectionLink

beforeEach(async () => {
  fixtures = await createFixtures(gateway.database)
  keyId = fixtures.requestingKeyId
})

test('a key creates links for one approval once an admin has given it the right, and both are recorded', async () => {
  expect(codeOf(await ask({ returnUrl: HOME }))).toBe('caller_not_allowed')
  expect((await allow(true)).updateApiKey).toEqual({ createsLinks: true })
  await updateKey(operator(prisma), { keyId, returnUrls: [HOME] })
  const { key, clientId } = await newClient(gateway)
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const made = await create({ email, returnUrl: HOME, state: 's' })
  const common = { state: 'active', singleUse: true, answeredCount: 0 }
  expect(made).toMatchObject({ ...common, reference: 'K-1', email, returnUrl: HOME })
  const link = made.path.replace('/connect/', '')
  expect(link).not.toContain('K-1')
  const stored = await prisma.connectionLink.findUnique({ where: { id: made.id } })
  expect(stored).toMatchObject({ reference: 'K-1', returnUrl: HOME, returnState: 's' })
  await approvedGrant(gateway, key, link)
  expect(await prisma.grant.findFirst({ where: { clientId } })).toMatchObject({ reference: 'K-1' })
  const stranger = await newClient(gateway)
  await expect(openLink(gateway, stranger.key, link)).rejects.toThrow('record_not_found')
  const ofKey = { subject: keyId, action: { in: ['key.updated', 'link.created'] } }
  const orderBy = { id: 'asc' } as const
  const [given, , created] = await prisma.auditEvent.findMany({ where: ofKey, orderBy })
  const changed = { creates_links: { before: false, after: true } }
  expect(given).toMatchObject({ actor: fixtures.adminId, details: changed })
  expect(created).toMatchObject({ actor: keyId, requestId: expect.any(String) })
  expect(created?.details).toMatchObject({ return_url: HOME, single_use: true })
  expect(JSON.stringify(created?.details)).not.toMatch(/K-1|@/)
  expect(asked.createConnectionLink).toBe(120)
})

test('only an admin gives a key the right, also to a key of the sandbox, which a developer manages', async () => {
  const { admin, developer, member, staff, outsider } = fixtures.bearer
  const sandbox = { environment: 'sandbox', firmId: fixtures.firmId } as const
  const { id } = await keyWith(gateway.database, sandbox)
  const variables = { input: { keyId: id, createsLinks: true } }
  const codes = []
  for (const key of [developer, member, staff, outsider, admin])
    codes.push(codeOf(await gateway.graphql(SET, { key, variables })))
  const asked = { ...sandbox, name: 'New', scopes: ['registry'], createsLinks: true }
  for (const key of [developer, admin]) {
    const input = { ...asked, idempotencyKey: createId('event') }
    codes.push(codeOf(await gateway.graphql(MAKE, { key, variables: { input } })))
  }
  const no = 'caller_not_allowed'
  expect(codes).toEqual([no, no, no, 'record_not_found', null, no, null])
})

test('a key without the right again creates nothing, and its open links stay revoked', async () => {
  await allow(true)
  const { id, path } = await create()
  await allow(false)
  expect(codeOf(await ask())).toBe('caller_not_allowed')
  await allow(true)
  const { key } = await newClient(gateway)
  const { problem } = await openLink(gateway, key, path.replace('/connect/', ''))
  expect(problem).toBe('link_revoked')
  expect((await create()).id).not.toBe(id)
})

test('a link that a key may not create is refused with its reason, and not stored', async () => {
  await allow(true)
  for (const [more, code, message] of [
    [{ keyId: fixtures.keyId }, 'caller_not_allowed', 'leave keyId out'],
    [{ singleUse: false }, 'invalid_parameter', 'singleUse must be true'],
    [{ purpose: '\u202egnp' }, 'invalid_parameter', 'purpose must be'],
  ] as const) {
    const { json } = await ask(more)
    expect(json.errors[0].extensions.code).toBe(code)
    expect(json.errors[0].message).toContain(message)
  }
  const hidden = `mutation ($input: NewConnectionLink!) { createConnectionLink(input: $input) { createdBy } }`
  const code = await codeFor(gateway, fixtures.bearer.partner, hidden, { input: ASKED })
  expect(code).toBe('caller_not_allowed')
  await prisma.connectionLink.deleteMany({ where: { keyId } })
  const { firmId } = fixtures
  await updateFirm(operator(prisma), { firmId, plan: 'standard' })
  expect(codeOf(await ask())).toBe('enterprise_plan_required')
  expect(codeOf(await ask({}, fixtures.bearer.adminToken))).toBe('caller_not_allowed')
  expect(await prisma.connectionLink.count({ where: { keyId } })).toBe(0)
})

test('a request that is sent again has the same link, also many at once, until the link is answered', async () => {
  await allow(true)
  const made = await Promise.all([1, 2, 3, 4].map(() => create({ email: 'ADA@example.com' })))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  const where = { id: made[0].id }
  await prisma.connectionLink.updateMany({ where, data: { createdBy: fixtures.adminId } })
  const { json } = await ask({ purpose: 'Another report' })
  expect(json.errors[0].extensions.code).toBe('state_conflict')
  expect(json.errors[0].message).toContain(made[0].id)
  await prisma.connectionLink.updateMany({ where, data: { usedAt: new Date() } })
  expect((await create()).id).not.toBe(made[0].id)
  expect(await prisma.connectionLink.count({ where: { keyId } })).toBe(2)
})

test('a key that asks for something else with a reference replaces its own link', async () => {
  await allow(true)
  const { id: first } = await create({ purpose: 'One' })
  const { id: second } = await create({ purpose: 'Another' })
  const links = await prisma.connectionLink.findMany({ where: { keyId, revokedAt: null } })
  expect([links.map(({ id }) => id), first === second]).toEqual([[second], false])
})

test('a key has a limited number of open links; one that is over, or whose creator may not ask any more, is not counted', async () => {
  await allow(true)
  const expiresAt = new Date(Date.now() + 60_000)
  const asked = { keyId, createdBy: keyId, purpose: 'x', singleUse: true, expiresAt }
  const rows = Array.from({ length: MAX_OPEN_LINKS }, () => ({ ...asked, id: createId('link') }))
  await prisma.connectionLink.createMany({ data: rows })
  const { json } = await ask()
  expect(json.errors[0].message).toContain('at most 1,000 open connection links')
  const where = { id: rows[0]?.id ?? '' }
  await prisma.connectionLink.updateMany({ where, data: { revokedAt: new Date() } })
  expect(codeOf(await ask())).toBeNull()
  expect(codeOf(await ask({ reference: 'K-2' }))).toBe('state_conflict')
  const other = { id: rows[1]?.id ?? '' }
  await prisma.connectionLink.updateMany({ where: other, data: { createdBy: fixtures.clientId } })
  expect(codeOf(await ask({ reference: 'K-2' }))).toBeNull()
})
