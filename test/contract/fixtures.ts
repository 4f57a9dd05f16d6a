import type { Scope } from '../../src/access/scopes.ts'
import type { Database } from '../../src/database/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { inviteMember } from '../../src/modules/firms/member-invitation.writes.ts'
import { invitePerson, setPasswords } from '../../src/modules/people/password.writes.ts'
import { FULL } from '../importer/full-record.ts'
import { clientWith, importRecords, readerOf, registryIds } from '../support/portfolio.ts'

const NEXT_CENTURY = new Date('2100-01-01T00:00:00Z')

/** The record of an asset that has every member. */
export const WATCH = {
  ...FULL,
  ref: 'watch',
  title: 'Wrist watch',
  category: 'watches',
  collections: ['vault'],
  category_detail: { brand: 'Maker' },
  share_links: [
    {
      ...{ label: 'Insurer', expires_at: NEXT_CENTURY.toISOString() },
      ...{ created_at: '2025-01-01', revoked_at: '2026-01-01' },
    },
  ],
}

const RECORDS = [
  { type: 'collection', ref: 'vault', name: 'Vault' },
  WATCH,
  { type: 'asset', ref: 'sold', title: 'Sold watch', category: 'watches' },
  { type: 'valuation', asset: 'watch', value: '900', source: 'purchase', valued_at: '2025-06-01' },
  {
    ...{ type: 'document', asset: 'watch', ref: 'd1', document_type: 'invoice', title: 'Invoice' },
    ...{ issuer: 'A dealer', issued_on: '2025-06-01', expires_on: '2035-06-01' },
    ...{ file_size: 1024, file_path: '/archive/invoice.pdf' },
  },
]

/** A client whose one asset has every member filled, and who has had another. */
export async function fullClient(database: Database) {
  const clientId = await clientWith(database, RECORDS)
  await importRecords(database, clientId, [{ type: 'removal', asset: 'sold' }])
  const { watch = '' } = await registryIds(database, clientId)
  return { clientId, registryId: watch }
}

/** A key with a grant of the client that shows these scopes and does end, one day. */
export async function grantedKey(database: Database, clientId: string, scopes: readonly Scope[]) {
  const terms = { scopes, expiresAt: NEXT_CENTURY }
  const { secret, grantId } = await readerOf(database, clientId, terms)
  await database.prisma.grant.updateMany({ where: { id: grantId }, data: { reference: 'c-1042' } })
  return secret
}

/** A row in every table of sign-in. */
export async function signInRows({ prisma }: Database, userId: string): Promise<void> {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  await setPasswords(operator(prisma), [{ userId, password: 'correct horse battery' }])
  await invitePerson(operator(prisma), { email })
  const { id: firmId } = await createFirm(operator(prisma), { name: 'Small' })
  const role = 'member'
  const invited = { firmId, invitedBy: userId, role, name: 'Bo', email, mailed: true } as const
  await inviteMember(operator(prisma), invited)
  const own = { id: userId, userId }
  const expiresAt = new Date(Date.now() + 60_000)
  await prisma.session.create({ data: { ...own, cookieToken: '', expiresAt } })
  await prisma.verification.create({
    data: { id: userId, challenge: '', value: userId, expiresAt },
  })
  await prisma.twoFactor.create({ data: { ...own, totpSecret: '', recoveryCodes: '' } })
  const device = { name: '', credentialId: '', counter: 0, deviceType: '', backedUp: false }
  await prisma.passkey.create({ data: { ...own, ...device, publicKey: '' } })
}
