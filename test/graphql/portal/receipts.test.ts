import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { addReceipt } from '../../../src/modules/grants/notice.writes.ts'
import { testTable } from '../../support/test-table.ts'
import { approvedGrant, changedTerms, idOfLink, linkOf, newClient } from './connections.fixtures.ts'
import { codeFor, createFixtures, dataOf } from './fixtures.ts'
import { receiptGateway } from './receipts.fixtures.ts'

const { gateway, prisma, firm, mailsTo, mailed, send, sendDue, approved, run } = receiptGateway()

const RECEIPT = `query ($id: ID!, $name: String!) { grant(id: $id) { receipt(name: $name) {
  event at version endedBy clientName firmName keyName namesRecorded sentence language purpose linkId
  consentId digest terms { scopes filterType filterValues expiresAt } } } }`
const CHANGE = `mutation ($input: PartnerGrantChange!) { updateGrant(input: $input) { version } }`

const change = async (key: string, asked: Parameters<typeof changedTerms>[2]) =>
  dataOf(gateway, key, CHANGE, await changedTerms(gateway, key, asked))
const receiptOf = async (key: string, id: string, name: string) =>
  (await dataOf(gateway, key, RECEIPT, { id, name })).grant.receipt
test('an approval has a receipt with what was agreed to', async () => {
  const filter = { type: 'category', values: ['watches'] }
  const given = await approved({ filter, expiresAt: '2099-01-01T00:00:00Z' })
  const consent = await prisma.consent.findFirstOrThrow({ where: { grantId: given.id } })
  const names = { clientName: given.name, firmName: 'Hale Estates', keyName: 'Asking' }
  const terms = { scopes: ['registry'], filterType: 'category', filterValues: ['watches'] }
  expect(await receiptOf(given.key, given.id, '1')).toEqual({
    ...{ event: 'approved', at: consent.at.toISOString(), version: 1, endedBy: null },
    ...{ ...names, namesRecorded: true, sentence: consent.sentence, language: 'en' },
    ...{ purpose: 'The yearly report', linkId: idOfLink(given.link) },
    ...{ consentId: `${given.id}:1`, digest: given.termsDigest },
    terms: { ...terms, expiresAt: '2099-01-01T00:00:00.000Z' },
  })
})

test('an approval is mailed to the client: the sentence and the address of the page, and no secret', async () => {
  const { email, id, termsDigest } = await approved()
  const [mail = ''] = mailsTo(email)
  const { sentence } = await prisma.consent.findFirstOrThrow({ where: { grantId: id } })
  expect(mail).toContain('Subject: Receipt: a firm can read your portfolio')
  expect(mail).toContain(`\nhttp://gateway.example.com/connected-apps/${id}/receipts/1\n`)
  for (const line of sentence.split('\n')) expect(mail).toContain(`\n    ${line.slice(0, 60)}`)
  expect(mail).toContain(`Terms digest:\n    ${termsDigest}\n`)
  expect(mail).not.toMatch(/sk_(live|test)_|internal_notes|session/)
})

test('an approval keeps its names and terms when they change later, and one of an earlier release has those of today', async () => {
  const { key, id } = await approved()
  const before = await receiptOf(key, id, '1')
  await change(key, { grantId: id, version: 1, scopes: ['valuation'] })
  const where = { id: firm().requestingKeyId }
  await prisma.apiKey.updateMany({ where, data: { name: 'Renamed' } })
  expect(await receiptOf(key, id, '1')).toEqual(before)
  await prisma.apiKey.updateMany({ where, data: { name: 'Asking' } })
  const older = { scopes: [], filterType: null, clientName: null, firmName: null, keyName: null }
  await prisma.consent.updateMany({ where: { grantId: id, version: 1 }, data: older })
  const today = { firmName: 'Hale Estates', namesRecorded: false, terms: null }
  expect(await receiptOf(key, id, '1')).toMatchObject(today)
})

test('a change has a receipt and a mail of its own; the same change again has none', async () => {
  const { key, id, email } = await approved()
  const asked = { grantId: id, version: 1, scopes: ['valuation'] }
  const variables = await changedTerms(gateway, key, asked)
  for (const _ of [1, 2]) {
    await dataOf(gateway, key, CHANGE, variables)
    await mailed(email, 2)
  }
  expect(await receiptOf(key, id, '2')).toMatchObject({ event: 'changed', linkId: null })
  expect(await receiptOf(key, id, '3')).toBeNull()
  expect(mailsTo(email)[1]).toContain(`/connected-apps/${id}/receipts/2\n`)
})

testTable<[string, (id: string, key: string) => Promise<unknown>, string]>([
  ['client', (id, key) => run(key, `revokeGrant(grantId: "${id}") { id }`), 'You revoked'],
  [
    'firm',
    (id) => run(firm().bearer.admin, `returnGrant(grantId: "${id}") { id }`),
    'The firm gave the access back',
  ],
])('an end by either side has a receipt, and one mail', async (by, end, says) => {
  const { key, id, email } = await approved()
  await end(id, key)
  await mailed(email, 2)
  await end(id, key)
  const { revokedAt } = await prisma.grant.findFirstOrThrow({ where: { id } })
  expect(await receiptOf(key, id, '1-revoked')).toMatchObject({
    ...{ event: 'revoked', at: revokedAt?.toISOString(), endedBy: by },
    sentence: expect.stringContaining('\nFirm: Hale Estates\n'),
  })
  await sendDue(new Date())
  expect(mailsTo(email)).toHaveLength(2)
  expect(mailsTo(email)[1]).toContain(says)
  expect(mailsTo(email)[1]).toContain(`/connected-apps/${id}/receipts/1-revoked\n`)
})

test('an end with its key is mailed by the job, once', async () => {
  const asking = await createFixtures(gateway.database)
  const { key, clientId } = await newClient(gateway)
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const link = await linkOf(gateway, asking)
  const { id } = await approvedGrant(gateway, key, link)
  await mailed(email, 1)
  await run(asking.bearer.admin, `revokeApiKey(keyId: "${asking.requestingKeyId}") { id }`)
  await Promise.all([sendDue(new Date()), sendDue(new Date())])
  expect(mailsTo(email)).toHaveLength(2)
  expect(mailsTo(email)[1]).toContain('The key was revoked')
  expect(await receiptOf(key, id, '1-revoked')).toMatchObject({ endedBy: 'key' })
})

test('an end by expiry has a receipt, also after the grant was given a new end', async () => {
  const { key, id } = await approved({ expiresAt: '2099-01-01T00:00:00Z' })
  expect(await receiptOf(key, id, '1-expired')).toBeNull()
  const expiresAt = new Date(Date.now() - 60_000)
  await prisma.grant.updateMany({ where: { id }, data: { expiresAt } })
  await prisma.consent.updateMany({ where: { grantId: id }, data: { expiresAt } })
  const expired = await receiptOf(key, id, '1-expired')
  expect(expired).toMatchObject({ event: 'expired', at: expiresAt.toISOString(), endedBy: null })
  await change(key, { grantId: id, version: 1, expiresAt: '2099-01-01T00:00:00Z' })
  expect(await receiptOf(key, id, '1-expired')).toEqual(expired)
  expect(await receiptOf(key, id, '2-expired')).toBeNull()
  expect(await receiptOf(key, id, '1-revoked')).toBeNull()
})

test('a receipt is shown to the firm without the name of a collection and without the digest', async () => {
  const { key, clientId } = await newClient(gateway)
  const collection = { id: 'collection_01ARZ3NDEKTSV4RRFFQ69G5FAV', ref: 'c', name: 'In the attic' }
  await prisma.collection.create({ data: { clientId, ...collection } })
  const filter = { type: 'collection', values: [collection.id] }
  const link = await linkOf(gateway, firm())
  const { id } = await approvedGrant(gateway, key, link, { filter })
  const variables = { id, name: '1' }
  for (const role of ['admin', 'member'] as const) {
    const reply = await gateway.graphql(RECEIPT, { key: firm().bearer[role], variables })
    expect(reply.json.data.grant.receipt).toMatchObject({ digest: null, event: 'approved' })
    expect(reply.text).not.toContain('attic')
  }
  const own = await receiptOf(key, id, '1')
  expect(own.sentence).toContain('\nCollection: In the attic\n')
  expect(await receiptOf(firm().bearer.staff, id, '1')).toEqual(own)
})

test('a receipt of a bad name is none, and strangers are refused whatever its name', async () => {
  const { key, id } = await approved()
  for (const name of ['1-revoked', 'x']) {
    expect(await codeFor(gateway, firm().bearer.outsider, RECEIPT, { id, name })).toBe(
      'record_not_found',
    )
  }
  const names = ['', '0', '01', '2', '1-', '1-ended', '-1', '1-revoked', '1\0', '１']
  for (const name of [...names, '9'.repeat(400)])
    expect([name, await receiptOf(key, id, name)]).toEqual([name, null])
})

test('no mail is sent to a client who is locked out', async () => {
  const { id, email, clientId } = await approved()
  await prisma.user.update({ where: { id: clientId }, data: { lockedAt: new Date(0) } })
  const grant = await revokeGrant(operator(prisma), { grantId: id })
  await prisma.$transaction((tx) => addReceipt(tx, grant, new Date()))
  await send()
  expect(await prisma.sentNotice.count({ where: { grantId: id } })).toBe(2)
  expect(mailsTo(email)).toHaveLength(1)
})
