import { beforeEach, expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { setFirmIdentity } from '../../../src/modules/firms/firm-identity.writes.ts'
import { createStaff } from '../../../src/modules/people/person.writes.ts'
import { sessionOf } from '../../support/session.ts'
import { GRANT, linkOf, newClient, terms } from './connections.fixtures.ts'
import { codeFor, codeOf, dataOf, someone } from './fixtures.ts'
import { receiptGateway } from './receipts.fixtures.ts'

const { gateway, prisma, firm, mailsTo, approved } = receiptGateway()

const SET = `mutation ($firmId: ID!, $identity: NewFirmIdentity) { setFirmIdentity(firmId: $firmId, identity: $identity) {
  identity { website registration contact verifiedOn } } }`
const SHOWN = '{ website registration contact verifiedOn }'
const HALE = {
  website: 'https://hale.example/',
  registration: 'Companies House 01234567',
  contact: 'office@hale.example',
  verifiedOn: '2026-01-02',
}

// A person of the staff for each test: fields count by person.
let staff = { id: '', key: '' }

const set = (identity: unknown, key = staff.key) =>
  gateway.graphql(SET, { key, variables: { firmId: firm().firmId, identity } })
const stored = async () =>
  (await prisma.firm.findUniqueOrThrow({ where: { id: firm().firmId } })).identity
const receiptIdentity = async (key: string, id: string, name: string) => {
  const document = `{ grant(id: "${id}") { receipt(name: "${name}") { firmIdentity ${SHOWN} } } }`
  return (await dataOf(gateway, key, document)).grant.receipt.firmIdentity
}

beforeEach(async () => {
  const { id } = await createStaff(operator(prisma), someone('Sam Reed'))
  staff = { id, key: await sessionOf(gateway.database, id) }
  await setFirmIdentity(operator(prisma), { firmId: firm().firmId, identity: null })
})

test('the identity of a firm is set by staff, recorded, and removed', async () => {
  const { firmId } = firm()
  const { json } = await set({ ...HALE, website: 'https://b\u00fccher.example' })
  expect(json.data.setFirmIdentity.identity.website).toBe('https://xn--bcher-kva.example/')
  await set(null)
  const at = new Date()
  expect((await set(HALE)).json.data.setFirmIdentity.identity).toEqual(HALE)
  await set(HALE)
  await set(null)
  expect(await stored()).toBeNull()
  const events = await prisma.auditEvent.findMany({
    where: { firmId, action: 'firm.identity_set', at: { gte: at } },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ actor }) => actor)).toEqual([staff.id, staff.id])
  expect(events[0]?.details).toMatchObject({
    website: { before: null, after: HALE.website },
    verified_on: { before: null, after: '2026-01-02' },
  })
})

test('the identity of a firm is refused where its website or its texts could mislead', async () => {
  for (const wrong of [
    { website: 'http://hale.example' },
    { website: 'https://bank.example@evil.example/' },
    { website: 'https://hale.example/#x' },
    { website: 'https://hale.example/\nx' },
    { website: 'https://hale\u202e.example/' },
    { website: `https://hale.example/${'é'.repeat(100)}` },
    { registration: 'HR \u202e123' },
    { contact: 'office\u200b@hale.example' },
    { contact: 'a'.repeat(201) },
    { verifiedOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) },
    { verifiedOn: '2026-02-30' },
  ])
    expect
      .soft(codeOf(await set({ ...HALE, ...wrong })), JSON.stringify(wrong))
      .toBe('invalid_parameter')
  expect(await stored()).toBeNull()
})

test('the identity of a firm is not removed by a request that does not say so', async () => {
  await set(HALE)
  const document = `mutation { setFirmIdentity(firmId: "${firm().firmId}") { id } }`
  expect(await codeFor(gateway, staff.key, document)).toBe('missing_parameter')
  expect(await stored()).toEqual(HALE)
})

test('a client and the members of the firm read the identity: on the page of a link, of a connection, and in the terms', async () => {
  await set(HALE)
  const { key, id } = await approved()
  const link = await linkOf(gateway, firm())
  const ofFirm = `{ firm(id: "${firm().firmId}") { identity ${SHOWN} } }`
  const { firm: read } = await dataOf(gateway, firm().bearer.member, ofFirm)
  expect(read.identity).toEqual(HALE)
  const page = `{ connectionRequest(link: "${link}") { asked { key { firmIdentity ${SHOWN} } } }
    consentTerms(input: { link: "${await linkOf(gateway, firm())}", scopes: [registry], filter: { type: all } }) { firmIdentity ${SHOWN} }
    grant(id: "${id}") { key { firmIdentity ${SHOWN} } } }`
  const { connectionRequest, consentTerms, grant } = await dataOf(gateway, key, page)
  for (const shown of [connectionRequest.asked.key, consentTerms, grant.key])
    expect(shown.firmIdentity).toEqual(HALE)
})

test('a client keeps what they were shown in the receipt, also in its mail', async () => {
  await set(HALE)
  const { key, id, email } = await approved()
  await set({ ...HALE, contact: '+44 20 7946 0000', verifiedOn: '2026-03-04' })
  expect(await receiptIdentity(key, id, '1')).toEqual(HALE)
  const [mail = ''] = mailsTo(email)
  expect(mail).toContain('Verified:\n    https://hale.example/, Companies House 01234567,')
})

test('a client is asked again when the identity changes between showing and approving', async () => {
  const { key, clientId } = await newClient(gateway)
  for (const next of [HALE, { ...HALE, contact: 'other@hale.example' }, null]) {
    const variables = await terms(gateway, key, await linkOf(gateway, firm()))
    await set(next)
    expect(codeOf(await gateway.graphql(GRANT, { key, variables }))).toBe('terms_changed')
  }
  expect(await prisma.grant.count({ where: { clientId } })).toBe(0)
})
