import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/database/client.ts'
import { addRequests } from '../../../src/modules/usage/request.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { reportChanges } from '../../support/feed.ts'
import { clientWith, grantWith, importRecords, keyWith, tokenOf } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { requestRow } from '../usage/request-row.ts'

export const CANARY = 'canary'
export const UNOPENED = 'customer 4711'
export const PRIVATE = 'canary-private'
// More than the block of an asset has.
const SCANS = Array.from({ length: 11 }, (_, day) => ({
  scanned_at: `2026-01-${day + 10}`,
  method: 'canary',
  result: 'ok',
}))
const PAPER = { document_type: 'appraisal', title: 'canary paper', file_path: PRIVATE }
export const RECORDS = [
  { type: 'collection', ref: 'c1', name: 'canary collection' },
  {
    type: 'asset',
    ref: 'canary-1',
    title: 'canary title',
    category: 'art',
    description: 'canary',
    seller: 'canary seller',
    collections: ['c1'],
    category_detail: { medium: 'canary oil' },
    internal_notes: PRIVATE,
    market_value: '1200.00',
    heirs: [{ name: 'canary heir', relationship: 'sister', share_percent: '50' }],
    share_links: [{ label: 'canary link' }],
    verification: { scans: SCANS },
  },
  { type: 'asset', ref: 'canary-2', title: 'canary sold', category: 'art' },
  { type: 'valuation', asset: 'canary-1', value: '1.50', source: CANARY, valued_at: '2026-01-01' },
  { type: 'document', asset: 'canary-1', ref: 'canary-d', ...PAPER },
]

/** A client of whom there is something in every table, with a canary in every text. */
export async function fullClient(database: Database) {
  const { prisma } = database
  const id = await clientWith(database, RECORDS)
  await importRecords(database, id, [{ type: 'removal', asset: 'canary-2' }])
  const email = `${CANARY}-${randomUUID()}@example.com`
  await prisma.user.update({ where: { id }, data: { name: 'canary name', email } })
  const key = await keyWith(database)
  const grant = await grantWith(database, key.id, id)
  const at = new Date()
  const of = { clientId: id, grantId: grant.id, version: 1 }
  const sentences = { sentence: CANARY, firmSentence: CANARY, language: 'en' }
  const said = { ...sentences, purpose: CANARY, clientName: CANARY }
  await prisma.consent.createMany({ data: { ...of, ...said, digest: 'd', at } })
  await prisma.sentNotice.createMany({ data: { ...of, kind: 'agreement', dueAt: at } })
  const usage = { endpoint: 'GET /x', scopes: 'registry', ok: 1, refused: 0, limited: 0, failed: 0 }
  await prisma.grantUsage.createMany({
    data: { grantId: grant.id, hour: at, ...usage, reads: 1, assets: 1 },
  })
  // Requests that name the client as such, in a path, and in a parameter.
  const asked = { message: CANARY, at, parameters: [CANARY] }
  await addRequests(database.pool, [
    requestRow(key.id, { ...asked, client_id: id }),
    requestRow(key.id, { ...asked, path: `/clients/${id}/assets` }),
    requestRow(key.id, { ...asked, parameters: [`category=${id}`, CANARY] }),
  ])
  const by = { keyId: key.id, createdBy: id, scopes: ['registry' as const] }
  const link = { ...by, id: createId('link'), purpose: CANARY, expiresAt: at }
  const back = { returnUrl: 'https://firm.example/', returnState: CANARY }
  const named = { email, reference: CANARY, ...back }
  await prisma.connectionLink.createMany({ data: { ...link, ...named, singleUse: true } })
  await leaveLinks(database, { id, keyId: key.id, firmId: key.firmId })
  // A link for the client's email that nobody opened.
  const unopened = { ...named, reference: UNOPENED, returnState: UNOPENED }
  // On a cluster, a statement of `create` is refused, because it returns the defaults.
  await prisma.connectionLink.createMany({
    data: { ...link, ...unopened, id: createId('link'), purpose: 'x', singleUse: true },
  })
  await prisma.grant.updateMany({ where: { id: grant.id }, data: { reference: CANARY } })
  await reportChanges(database)
  await prisma.linkVisit.createMany({ data: { linkId: link.id, clientId: id } })
  const session = await sessionOf(database, id)
  await prisma.session.updateMany({ where: { userId: id }, data: { userAgent: CANARY } })
  const account = { providerId: 'credential', accountId: CANARY, passwordHash: CANARY }
  await prisma.account.createMany({ data: { id: randomUUID(), userId: id, ...account } })
  const factor = { totpSecret: CANARY, recoveryCodes: CANARY }
  await prisma.twoFactor.createMany({ data: { id: randomUUID(), userId: id, ...factor } })
  const device = { credentialId: randomUUID(), publicKey: CANARY, counter: 0, deviceType: 'x' }
  await prisma.passkey.createMany({
    data: { id: createId('passkey'), userId: id, name: CANARY, ...device, backedUp: false },
  })
  await prisma.verification.createMany({
    data: { id: randomUUID(), challenge: CANARY, value: id, expiresAt: at },
  })
  const tokenHash = () => Buffer.from(randomUUID())
  await prisma.invitation.createMany({
    data: { userId: id, tokenHash: tokenHash(), expiresAt: at },
  })
  const token = await tokenOf(database, id)
  await prisma.accessToken.updateMany({ where: { userId: id }, data: { name: CANARY } })
  const event = { action: 'x', outcome: 'ok', requestId: 'r', mergeKey: randomUUID() }
  await prisma.signInEvent.createMany({
    data: { id: createId('event'), userId: id, ...event, userAgent: CANARY },
  })
  await prisma.plant.createMany({ data: { ownerId: id, id: 1n, name: CANARY, tag: CANARY } })
  await prisma.idempotencyKey.createMany({ data: { actor: id, key: CANARY } })
  await prisma.mail.createMany({
    data: { id: createId('mail'), kind: 'notice', email, about: {}, nextTryAt: at },
  })
  const invited = { email, name: CANARY, role: 'member', invitedBy: id, expiresAt: at } as const
  await prisma.memberInvitation.createMany({
    data: { id: createId('invitation'), firmId: key.firmId, ...invited, tokenHash: tokenHash() },
  })
  const recorded = { actor: 'operator', action: 'member.invited', subject: createId('invitation') }
  const details = { email: { before: null, after: email } }
  await prisma.auditEvent.createMany({
    data: [
      { id: createId('event'), ...recorded, firmId: key.firmId, details },
      { id: createId('event'), ...recorded, subject: id, details: { name: CANARY } },
    ],
  })
  return { id, email, key, grant, session, token }
}

/** Texts of others that name the client: links that nobody answered, purposes, and searches of staff. */
async function leaveLinks(
  { prisma }: Database,
  { id, keyId, firmId }: Readonly<Record<'id' | 'keyId' | 'firmId', string>>,
) {
  const link = { keyId, createdBy: id, expiresAt: new Date(), scopes: ['registry' as const] }
  const state = { returnUrl: 'https://firm.example/', returnState: CANARY }
  await prisma.connectionLink.createMany({
    data: [
      { ...link, id: createId('link'), singleUse: true, purpose: 'x', reference: CANARY, ...state },
      { ...link, id: createId('link'), singleUse: false, purpose: 'For Canary Name and others' },
    ],
  })
  const event = (action: string, subject: string, details: object, requestId?: string) => ({
    id: createId('event'),
    ...{ actor: 'operator', action, subject, details, requestId: requestId ?? null, firmId },
  })
  await prisma.auditEvent.createMany({
    data: [
      event('link.created', keyId, { purpose: 'For Canary Name and others' }),
      event('link.created', keyId, { purpose: CANARY }),
      event('staff.searched', 'user_staff', { text: 'canar' }, 'request_search'),
      { ...event('client.read', id, {}, 'request_search'), clientId: id },
      event('staff.searched', 'user_staff', { text: 'Mr Canary Name' }, 'request_other'),
    ],
  })
}
