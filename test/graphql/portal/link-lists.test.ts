import { beforeEach, expect, test } from 'vitest'
import { testGateway } from '../../support/gateway.ts'
import { keptMails, sendMails } from '../../support/mails.ts'
import { HOME, linkOf, newClient, openLink, setReturnUrls } from './connections.fixtures.ts'
import { codeFor, codeOf, createFixtures, dataOf, type Fixtures } from './fixtures.ts'

const gateway = testGateway({ sendsMail: true })
const withoutMail = testGateway({ database: gateway.database })
const { prisma } = gateway.database
let fixtures: Fixtures
let keyId = ''

beforeEach(async () => {
  fixtures = await createFixtures(gateway.database)
  keyId = fixtures.requestingKeyId
})

const CREATE = `mutation ($input: NewLinkList!) { createConnectionLinks(input: $input) {
  created open problems { index message } } }`
const REMIND = `mutation ($keyId: ID!) { remindOfConnectionLinks(keyId: $keyId) }`
const asked = (entries: readonly object[], more: object = {}) => ({
  input: { keyId, scopes: ['valuation'], purpose: 'A report', entries, ...more },
})
const create = async (entries: readonly object[], more: object = {}) =>
  (await dataOf(gateway, fixtures.bearer.admin, CREATE, asked(entries, more))).createConnectionLinks
const linksOf = () => prisma.connectionLink.findMany({ where: { keyId }, orderBy: { id: 'asc' } })
const listOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ reference: `K-${i}`, email: `c${i}@example.com` }))

test('a list has a link for each client, none of them twice, and one entry in the history', async () => {
  await setReturnUrls(gateway, fixtures, [HOME])
  const state = { returnUrl: HOME }
  const first = await create([{ reference: 'K-0', email: 'C0@example.com', state: 's' }], state)
  expect(first).toEqual({ created: 1, open: 0, problems: [] })
  expect(await linksOf()).toMatchObject([{ singleUse: true, returnUrl: HOME, returnState: 's' }])
  await prisma.connectionLink.deleteMany({ where: { keyId } })
  expect(await create(listOf(3))).toMatchObject({ created: 3, open: 0 })
  expect(await create(listOf(1_000))).toMatchObject({ created: 997, open: 3 })
  expect(new Set((await linksOf()).map(({ reference }) => reference)).size).toBe(1_000)
  const where = { subject: keyId, action: 'link.created' }
  const event = await prisma.auditEvent.findFirst({ where, orderBy: { id: 'desc' } })
  expect(event?.details).toMatchObject({ links: 997, for_one_email: true })
  expect(JSON.stringify(event?.details)).not.toMatch(/K-|@/)
})

test('a list with a bad entry is answered for each, and creates nothing', async () => {
  await create([{ reference: 'Q-9' }], { purpose: 'Another report' })
  const { created, problems } = await create([
    { reference: 'K-1' },
    { reference: 'K-\u202e2' },
    { reference: 'K-1' },
    { reference: 'K-3', email: 'ada' },
    { reference: 'K-4', state: 's' },
  ])
  const says = ['reference must be', 'Entry 0', 'email takes', 'returnUrl']
  const faults = says.map((text, i) => ({ index: i + 1, message: expect.stringContaining(text) }))
  expect([created, problems]).toEqual([0, faults])
  const open = await create([{ reference: 'K-1' }, { reference: 'Q-9' }])
  expect(open).toMatchObject({ created: 0, problems: [{ index: 1 }] })
  const codes = []
  for (const count of [0, 1_001, 1_000]) {
    codes.push(await codeFor(gateway, fixtures.bearer.admin, CREATE, asked(listOf(count))))
  }
  expect(codes).toEqual(['invalid_parameter', 'invalid_parameter', 'state_conflict'])
  expect(await linksOf()).toHaveLength(1)
})

test('a client is reminded by mail once a day of a link that names them and that they have not answered', async () => {
  const { mails, mailer } = keptMails()
  const remind = async () =>
    (await dataOf(gateway, fixtures.bearer.admin, REMIND, { keyId })).remindOfConnectionLinks
  const named = async (environment: 'production' | 'sandbox' = 'production') => {
    const { key, clientId } = await newClient(gateway, environment)
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
    return { key, email, clientId }
  }
  const ada = await named()
  const muted = await named()
  const answered = await named()
  const other = await named('sandbox')
  const canary = { singleUse: true, purpose: 'Canary', reference: 'K-1' }
  const ask = (email: string, more: object = {}) =>
    linkOf(gateway, fixtures, { ...canary, email, ...more })
  const link = await ask(ada.email)
  for (const email of [muted.email, other.email, 'nobody@example.com']) await ask(email)
  await ask(ada.email, { revokedAt: new Date() })
  await linkOf(gateway, fixtures)
  const [linkId = ''] = (await ask(answered.email)).split('.')
  const visit = { linkId, clientId: answered.clientId }
  const data = { ...visit, answer: 'declined', answeredAt: new Date() } as const
  await prisma.linkVisit.createMany({ data: [data] })
  const where = { id: muted.clientId }
  await prisma.user.update({ where, data: { mutedTopics: ['reminders'] } })

  expect([await remind(), await remind()]).toEqual([4, 0])
  await sendMails(gateway.database, mailer)
  expect(mails.map(({ to }) => to)).toEqual([ada.email])
  expect(mails[0]?.text).toContain(`https://gateway.example.com/connect/${link}`)
  expect(mails[0]?.text).toContain('Hale Estates')
  expect(mails[0]?.text).not.toContain('Canary')
  expect((await openLink(gateway, ada.key, link)).problem).toBeNull()
  const remindedAt = new Date(Date.now() - 86_400_000)
  await prisma.connectionLink.updateMany({ where: { keyId }, data: { remindedAt } })
  expect(await remind()).toBe(4)
  const call = { key: fixtures.bearer.admin, variables: { keyId } }
  expect(codeOf(await withoutMail.graphql(REMIND, call))).toBe('state_conflict')
})
